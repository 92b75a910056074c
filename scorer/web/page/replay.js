// A recorded game, turn by turn. The log stays in this page; what happened is asked of the library.

const MOST_BYTES = 1000000;
const GZIP = [0x1f, 0x8b];

/** The text of a log, unpacked if it is packed, or null if it is too large. */
async function textOf(file) {
  if (file.size > MOST_BYTES) return null;
  const bytes = new Uint8Array(await file.arrayBuffer());
  if (!GZIP.every((one, at) => bytes[at] === one)) return new TextDecoder().decode(bytes);
  const reader = file.stream().pipeThrough(new DecompressionStream('gzip')).getReader(), pieces = [];
  for (let size = 0; ;) {
    const {done, value} = await reader.read();
    if (done) return new Blob(pieces).text();
    size += value.length;
    if (size > MOST_BYTES) { reader.cancel(); return null; }
    pieces.push(value);
  }
}

/** The tab of recorded games; `page` has what it shares with the others. */
export function makeReplay(page) {
  const {el, t, say} = page;
  const panel = document.getElementById('panel-replay');
  let log = null;      // its text
  let whole = null;    // the report on the game
  let place = {deal: '', turn: 0, player: ''};
  let frame = null;    // what is shown of the deal
  let kept = new Map();  // frames by place

  const body = () => ({log, deal: place.deal, turn: place.turn, ...(place.player ? {player: place.player} : {})});
  const keyOf = one => JSON.stringify([one.deal, one.turn, one.player, page.state.language]);

  async function open(file) {
    const text = await textOf(file).catch(() => null);
    if (text === null) return say(t('replay too large'), 8);
    log = text;
    kept = new Map();
    place = {deal: '', turn: 0, player: place.player};
    await fill();
  }

  function openButton() {
    const file = el('input', {type: 'file', id: 'replay-file', hidden: true, onchange: () => { if (file.files[0]) open(file.files[0]); }});
    return el('span', {}, el('button', {onclick: () => file.click()}, t('replay open')), file);
  }

  async function fill() {
    if (log === null) return panel.replaceChildren(el('h2', {}, t('tab replay')), el('p', {}, t('replay hint')), el('div', {className: 'field'}, openButton()));
    const found = await page.latest('replay.whole', 'replay', {log});
    if (!found) return;
    if (!found.ok || !found.deals) { log = null; await fill(); return panel.append(...page.messages(found).map(text => el('p', {className: 'fault'}, text))); }
    whole = found;
    page.showSymbols(found.symbols);
    if (!whole.deals.some(one => one.id === place.deal)) place = {...place, deal: whole.deals[0].id, turn: 0};
    const report = el('div');
    report.innerHTML = whole.html;
    const deals = el('select', {id: 'replay-deal', 'aria-label': t('replay deal'), onchange: () => go({deal: deals.value, turn: 0})}, ...whole.deals.map(one => el('option', {value: one.id}, one.name)));
    const seat = el('select', {id: 'replay-seat', 'aria-label': t('replay seat'), onchange: () => go({player: seat.value})}, el('option', {value: ''}, t('replay all')), ...whole.players.map(one => el('option', {value: one}, one)));
    seat.value = place.player;
    panel.replaceChildren(el('div', {className: 'field'}, openButton(), deals, el('label', {className: 'field'}, t('replay seat'), seat)),
      el('p', {className: 'soft', id: 'replay-place'}), el('p', {className: 'happened', 'aria-live': 'polite'}), el('div', {id: 'replay-frame'}),
      el('div', {className: 'steps one-stop', role: 'group', 'aria-label': t('replay turn')}, ...[['first', '⏮'], ['previous', '◀'], ['next', '▶'], ['last', '⏭']].map(([id, sign]) => el('button', {id: `replay-${id}`, 'aria-label': t(`replay ${id}`), title: t(`replay ${id}`), onclick: () => step(id)}, sign))),
      el('div', {className: 'field'}, el('button', {id: 'replay-quiz', onclick: () => page.practise({log, player: place.player}, whole)}, t('replay quiz'))),
      el('details', {}, el('summary', {}, t('replay report')), report));
    await show();
  }

  const go = change => { place = {...place, ...change}; return show(); };

  async function show() {
    document.getElementById('replay-deal').value = place.deal;
    const key = keyOf(place), found = kept.get(key) ?? await page.latest('replay.frame', 'replay', body());
    if (!found) return;
    if (!found.frame) return say(page.messages(found)[0]);
    if (kept.size > 400) kept.clear();
    kept.set(key, found);
    frame = found.frame;
    render();
    prefetch();
  }

  /** The frame after this one, before it is asked for. */
  async function prefetch() {
    const turn = frame.steps[frame.steps.indexOf(frame.number) + 1], next = {...place, turn}, key = keyOf(next);
    if (turn === undefined || kept.has(key)) return;
    const reply = await page.askOnce('replay', {...body(), turn, language: page.state.language, form: 'page'});
    if (reply.data?.frame) kept.set(key, reply.data);
  }

  function step(way) {
    const {steps} = frame, at = steps.indexOf(frame.number), deals = whole.deals.map(one => one.id), here = deals.indexOf(place.deal);
    if (way === 'first') return go({turn: 0});
    if (way === 'last') return go({turn: steps.at(-1) ?? 0});
    const turn = steps[way === 'next' ? at + 1 : at - 1];
    if (turn !== undefined) return go({turn});
    const deal = deals[way === 'next' ? here + 1 : here - 1];  // the deal after or before it
    return deal && go({deal, turn: 0});
  }

  function drawn(html, props = {}, tag = 'div') {
    const box = el(tag, props);
    box.innerHTML = html;
    return box;
  }

  function render() {
    const box = document.getElementById('replay-frame'), {steps} = frame, at = steps.indexOf(frame.number);
    const notes = (frame.notes ?? []).map(note => drawn(note, {className: 'mark'}));
    if (!steps.length) return box.replaceChildren(...notes);
    document.getElementById('replay-place').textContent = t('replay place', whole.deals.find(one => one.id === place.deal).name, at, steps.length - 1);
    panel.querySelector('.happened').innerHTML = frame.html;
    box.replaceChildren(
      ...notes, ...frame.players.map(one => el('section', {className: `seen${one.moved ? ' moved' : ''}`, 'aria-label': one.name}, el('h2', {}, one.name, one.acts && frame.next ? ' ●' : ''), drawn(one.hand_html, {className: 'hand-line'}), drawn(one.outlook_html, {className: 'soft'}), drawn(one.river_html, {className: 'river'}))),
      el('p', {className: 'soft'}, `${frame.next} ${frame.left} `, drawn(frame.indicators_html, {}, 'span')), drawn(frame.discards_html));
    for (const [id, isEnd] of [['previous', at === 0 && place.deal === whole.deals[0].id], ['next', at === steps.length - 1 && place.deal === whole.deals.at(-1).id]]) document.getElementById(`replay-${id}`).disabled = isEnd;
  }

  document.addEventListener('keydown', event => {
    if (panel.hidden || !frame || event.target.matches('input, textarea, select') || event.ctrlKey || event.metaKey || event.altKey || event.target.closest('[role=tablist]')) return;
    const way = {ArrowRight: 'next', ArrowLeft: 'previous', Home: 'first', End: 'last'}[event.key];
    if (!way) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    step(way);
  }, true);
  document.addEventListener('dragover', event => { if (!panel.hidden) event.preventDefault(); });
  document.addEventListener('drop', event => { if (!panel.hidden && event.dataTransfer?.files[0]) { event.preventDefault(); open(event.dataTransfer.files[0]); } });

  return {fill};
}
