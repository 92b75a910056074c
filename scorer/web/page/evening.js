// The table of an evening: a list of events in the text of its file. What follows from it is asked of the library.

const KEPT = 'evening', RULES = 'evening.rules', NAMES = 'evening.names', FLAT = 'evening.flat';
const OWN_FILE = 'own.yaml';  // what a game calls rules of one's own
const PLACES = {2: ['bottom', 'top'], 3: ['bottom', 'right', 'left'], 4: ['bottom', 'right', 'top', 'left']};
const MOST_BYTES = 250000;

/** An event as its line in the file: words without quotes, what players wrote with them. */
export function lineOf(event) {
  const written = value => Array.isArray(value) ? `[${value.map(written).join(', ')}]`
    : value !== null && typeof value === 'object' ? `{${Object.entries(value).map(([key, one]) => `${JSON.stringify(key)}: ${written(one)}`).join(', ')}}`
      : JSON.stringify(value);
  return `- {${Object.entries(event).filter(([, value]) => value !== '' && value !== undefined).map(([key, value]) => `${key}: ${written(value)}`).join(', ')}}`;
}

/** The text with its events, of which one begins at each of these lines, and the lines before the first. */
export function splitEvents(text, lines) {
  const all = text.replace(/\s+$/, '').split('\n');
  return {head: all.slice(0, lines.length ? lines[0] - 1 : all.length), events: lines.map((line, at) => all.slice(line - 1, lines[at + 1] ? lines[at + 1] - 1 : all.length).join('\n'))};
}

const joined = ({head, events}) => `${[...head, ...events].join('\n')}\n`;

/** The tab of the table; `page` has what it shares with the others. */
export function makeEvening(page) {
  const {el, t, listed, store, say} = page;
  const panel = document.getElementById('panel-game');
  let text = store.get(KEPT) ?? '', answer = null;
  let entry = null;    // what is being entered: {kind, ...}
  let given = null;    // a hand that comes from the tab of hands: {text, liable}
  let shown = null;    // the table before the event that is changed, or the one now

  const number = value => Number(value).toLocaleString('en-US');
  const signed = value => (value > 0 ? '+' : value < 0 ? '\u2212' : '') + number(Math.abs(value));
  const gain = value => el('span', {className: `gain${value < 0 ? ' minus' : ''}`}, signed(value));
  const withRules = body => store.get(RULES) ? {...body, rules: store.get(RULES)} : body;
  const question = (place, name, body) => page.latest(place, name, withRules(body));
  /** The evening as a text of its own, in this form. */
  const writtenAs = async form => (await page.askOnce('evening', withRules({text, form, language: page.state.language}))).data;
  const parts = () => splitEvents(text, answer.events.map(one => one.line));

  function keep(next) {
    text = next;
    store.set(KEPT, text);
  }

  /** The text up to the event that is changed, so that the table is shown as it was. */
  function before() {
    if (!entry?.at) return text;
    const {head, events} = parts();
    return joined({head, events: events.slice(0, entry.at - 1)});
  }

  /** The text with what is being entered: at the end, or in the place of the event that is changed. */
  function withEvent(event) {
    const {head, events} = parts(), line = lineOf(event);
    if (!entry?.at) return joined({head, events: [...events, line]});
    return joined({head, events: events.toSpliced(entry.at - 1, entry.isAdded ? 0 : 1, line)});
  }

  async function fill() {
    if (!text) { answer = null; return startForm(); }
    const found = await question('evening', 'evening', {text});
    if (!found) return;
    if (!found.ok || !found.events) return say(page.messages(found)[0]);
    answer = found;
    shown = answer.table;
    if (entry?.at) {
      const past = await question('evening.before', 'evening', {text: before()});
      if (!past) return;
      shown = past.table ?? shown;
    }
    render();
  }

  // ---- a game begins

  function startForm() {
    const {rules} = page, last = answer?.table?.players.map(one => one.name) ?? (store.get(NAMES) ?? '').split('\n');
    const names = rules.seats.map((seat, at) => el('input', {type: 'text', maxLength: 20, autocomplete: 'off', value: last[at] ?? '', 'aria-label': t('game player', at + 1), placeholder: seat.name}));
    const rounds = el('select', {'aria-label': t('game rounds')}, ...['', 1, 2, 4].map(count => el('option', {value: count}, count || t('game usual'))));
    const stake = el('input', {type: 'text', inputMode: 'decimal', size: 6, 'aria-label': t('game stake')}), currency = el('input', {type: 'text', size: 6, maxLength: 12, 'aria-label': t('game currency')});
    const begin = event => {
      event.preventDefault();
      const players = names.map((one, at) => one.value.trim() || rules.seats[at].name);
      if (new Set(players).size < players.length) return say(t('game same names'));
      store.set(NAMES, players.join('\n'));
      store.set(RULES, page.state.rules);
      const start = lineOf({
        game: page.state.rules ? OWN_FILE : page.state.ruleset, players, rounds: Number(rounds.value) || '',
        options: Object.keys(page.state.options).length ? page.state.options : '', stake: Number(stake.value.replace(',', '.')) || '', currency: currency.value.trim(),
      });
      const today = new Date(), date = [today.getFullYear(), today.getMonth() + 1, today.getDate()].map(part => String(part).padStart(2, '0')).join('-');
      keep(answer && text ? joined({...parts(), events: [...parts().events, start]}) : `date: ${date}\nevents:\n${start}\n`);
      entry = null;
      fill();
    };
    const changed = Object.keys(page.state.options).length;
    panel.replaceChildren(
      el('h2', {}, t('game begin')),
      el('p', {className: 'soft'}, [rules.name, ...(changed ? [t('changed', changed)] : [])].join(' · ')),
      el('form', {className: 'game-start', onsubmit: begin}, el('p', {}, t('game order')), ...names.map((one, at) => el('label', {className: 'field'}, el('span', {className: 'name'}, rules.seats[at].name), one)),
        el('details', {}, el('summary', {}, t('game more')), el('div', {}, el('label', {className: 'field'}, el('span', {className: 'name'}, t('game rounds')), rounds),
          el('label', {className: 'field'}, el('span', {className: 'name'}, t('game stake')), stake), el('label', {className: 'field'}, el('span', {className: 'name'}, t('game currency')), currency))),
        el('button', {className: 'main'}, t('game start')), ...(text ? [el('button', {type: 'button', onclick: fill}, t('game cancel'))] : [])),
      ...(text ? [] : [el('div', {className: 'field'}, openButton())]));
  }

  function openButton() {
    const file = el('input', {type: 'file', accept: '.yaml,.yml,.csv,text/*', hidden: true, onchange: async () => {
      if (file.files[0]) open(file.files[0]);
    }});
    return el('span', {}, el('button', {type: 'button', onclick: () => file.click()}, t('game open')), file);
  }

  async function open(file) {
    if (file.size > MOST_BYTES) return say(t('game too large'));
    const read = await file.text(), found = await question('evening', 'evening', {text: read});
    if (!found?.ok || !found.table) return say(found?.faults?.[0]?.message ?? t('game no evening'), 8);
    keep(read);
    entry = null;
    fill();
  }

  // ---- the table

  /** Shows something else, and leaves the focus of the keyboard where it was, or in what is asked next. */
  function keepFocus(change) {
    const active = document.activeElement, isHere = panel.contains(active), [name, value] = Object.entries(active.dataset)[0] ?? [];
    const place = active.id ? `#${active.id}` : name ? `[data-${name}=${JSON.stringify(value)}]` : '';
    change();
    if (!isHere || panel.contains(document.activeElement)) return;
    const same = place ? panel.querySelector(place) : null;
    (same && !same.disabled ? same : panel.querySelector('#game-step button:not(:disabled)') ?? panel.querySelector('.who:not(:disabled)'))?.focus({preventScroll: true});
  }

  const render = () => keepFocus(drawTable);
  const step = () => keepFocus(drawStep);

  function drawTable() {
    const table = shown;
    if (!table) return panel.replaceChildren(faultList(), el('div', {className: 'field'}, el('button', {onclick: leave}, t('game leave')), openButton()));
    const seats = el('div', {className: `seats${store.get(FLAT) ? ' flat' : ''}`, 'data-players': table.players.length}, ...table.players.map((player, at) => seatBox(player, at, table)), middle(table));
    panel.replaceChildren(seats, el('div', {id: 'game-step', 'aria-live': 'polite'}), faultList(), dealList(), outcome(), files());
    drawStep();
  }

  function seatBox(player, at, table) {
    const role = roleOf(player.name);
    const who = el('button', {className: 'who', 'data-player': at, 'aria-pressed': String(Boolean(role)), disabled: table.over !== '' || player.won, onclick: () => tapPlayer(player.name)},
      el('span', {className: 'wind'}, player.wind), ' ', el('b', {}, player.name), ' ', el('span', {className: 'score'}, number(player.score)), role ? el('span', {className: 'role'}, role) : null);
    const stick = table.declaration ? el('button', {className: `stick${player.declared ? ' lies' : ''}`, 'data-stick': at, 'aria-pressed': String(player.declared), 'aria-label': t('headed', table.declaration, player.name), disabled: player.declared || !player.may_declare || Boolean(entry), onclick: () => save({riichi: player.name})}, table.declaration) : null;
    return el('div', {className: 'player', 'data-place': PLACES[table.players.length]?.[at] ?? 'bottom'}, who, stick);
  }

  function middle(table) {
    const events = answer.events, last = events.at(-1);
    const counters = table.counters.map(one => el('span', {}, `${one.name} ${one.number}`));
    const undo = el('button', {id: 'game-undo', disabled: events.length < 2 || Boolean(entry), onclick: () => { keep(joined({...parts(), events: parts().events.slice(0, -1)})); say(t('game undone', last.words)); fill(); }}, t('undo'), el('small', {}, ` ${last.words}`));
    const draw = table.draws.length ? el('button', {id: 'game-draw', disabled: Boolean(entry), onclick: () => begin(firstDraw())}, t('game draw')) : null;
    const more = el('button', {id: 'game-more', disabled: Boolean(entry) || table.over !== '', onclick: () => begin({kind: 'more'})}, t('game other'));
    return el('div', {className: 'middle'}, el('b', {className: 'deal'}, table.over ? t('game over') : table.title), el('div', {className: 'counters'}, ...counters), el('div', {className: 'acts'}, draw, more), undo);
  }

  const declaredOf = table => table.players.filter(one => one.declared).map(one => one.name);
  const begin = next => { entry = next; render(); };
  const roleOf = name => entry?.kind !== 'win' ? '' : entry.wins.some(win => win.name === name) ? t('game winner') : entry.from === name ? t('game discarder') : '';

  const firstWin = (name, at) => ({kind: 'win', at, wins: [{name, value: given?.text ?? '', liable: given?.liable ?? ''}], from: null});
  const firstDraw = at => ({kind: 'draw', at, draw: shown.draws[0].id, ready: declaredOf(shown), paid: [], pigs: [], values: {}});

  function tapPlayer(name) {
    if (!entry || entry.kind === 'replace') return begin(firstWin(name, entry?.at));
    if (entry.kind !== 'win') return;
    const [first] = entry.wins;
    if (entry.from === null) entry.from = name === first.name ? '' : name;
    else if (entry.from && name !== entry.from && !entry.wins.some(win => win.name === name) && entry.wins.at(-1).value) entry.wins.push({name, value: '', liable: ''});
    render();
  }

  // ---- what is being entered

  function drawStep() {
    const box = document.getElementById('game-step');
    if (!entry) return box.replaceChildren(el('p', {className: 'soft'}, shown.over ? shown.why_over : given ? t('game whose') : t('game tap')), ...(shown.over ? [el('button', {className: 'main', onclick: startForm}, t('game next'))] : []),
      ...shown.notes.map(note => el('p', {}, note)));
    const cancel = el('button', {id: 'game-cancel', onclick: () => { entry = null; given = null; fill(); }}, t('game cancel'));
    const forms = {win: winStep, draw: drawnStep, more: moreStep, deal: dealStep, change: changeStep, replace: replaceStep};
    const content = (forms[entry.kind] ?? plainStep)(box);
    if (content) box.replaceChildren(...content, cancel);
    else box.append(cancel);
  }

  /** Chips of which one, or any number, is pressed. */
  function chips(label, items, isOn, tap) {
    return el('div', {className: 'field', role: 'group', 'aria-label': label}, el('span', {className: 'name'}, label), ...items.map(([id, name]) => el('button', {type: 'button', className: 'chip', 'data-chip': id, 'aria-pressed': String(isOn(id)), onclick: () => { const {kind} = entry; tap(id); if (entry.kind === kind) step(); else render(); }}, name)));
  }

  const playing = () => shown.players.filter(one => !one.won).map(one => [one.name, one.name]);

  /** What an event changes, and the button that keeps it. */
  function preview(event) {
    const box = el('div', {className: 'preview'});
    (async () => {
      const next = withEvent(event), found = await question('evening.preview', 'evening', {text: next});
      if (!found?.ok || !box.isConnected) return;
      const at = entry.at ?? found.events.length, faults = found.faults.filter(one => one.event === at || one.event === 0);
      if (faults.length) return box.replaceChildren(...faults.map(one => el('p', {className: 'fault'}, one.message)));
      const gains = entry.at ? [] : found.table.players.filter(one => one.gain).map(one => el('span', {className: 'moved'}, `${one.name} `, gain(one.gain)));
      keepFocus(() => box.replaceChildren(el('p', {className: 'gains'}, ...gains), ...(entry.at ? differences(found) : []), el('button', {id: 'game-save', className: 'main', onclick: () => { keep(next); entry = null; given = null; fill(); }}, t('game save'))));
    })();
    return box;
  }

  function save(event) {
    keep(withEvent(event));
    fill();
  }

  function winEvent() {
    const liable = Object.fromEntries(entry.wins.filter(win => win.liable).map(win => [win.name, win.liable]));
    const others = Object.fromEntries(Object.entries(entry.others ?? {}).filter(([, value]) => value));
    return {win: Object.fromEntries(entry.wins.map(win => [win.name, win.value])), from: entry.from, ...(Object.keys(liable).length ? {liable} : {}), ...(shown.compares ? {others} : {}), next: entry.next ?? ''};
  }

  function winStep() {
    const win = entry.wins.at(-1), [first] = entry.wins;
    if (entry.from === null) return [el('p', {}, t('game from', first.name, t('game discarder word')))];
    const title = el('p', {}, el('b', {}, entry.from ? t('game won from', listed(entry.wins.map(one => one.name)), t('discarded', entry.from)) : t('game drew', first.name)));
    if (!win.value) return [title, ...valueChoices(win)];
    const rest = [];
    if (shown.liable) rest.push(chips(t('liable'), [['', '–'], ...playing().filter(([name]) => name !== win.name)], id => id === win.liable, id => { win.liable = id; }));
    if (shown.compares) rest.push(...othersFields());
    if (shown.asks_dealer) rest.push(dealerChips());
    const told = listed(entry.wins.map(one => t('headed', one.name, one.value)));
    return [title, el('p', {className: 'soft'}, told, ' ', el('button', {type: 'button', onclick: () => { win.value = ''; given = null; render(); }}, t('game change'))), ...rest, preview(winEvent()), ...(entry.from ? [el('p', {className: 'soft'}, t('game and'))] : [])];
  }

  const dealerChips = () => chips(t('game next dealer'), shown.players.map(one => [one.name, one.name]), id => id === entry.next, id => { entry.next = id; });

  function othersFields() {
    entry.others ??= {};
    return playing().filter(([name]) => !entry.wins.some(win => win.name === name)).map(([name]) => el('label', {className: 'field'}, el('span', {className: 'name'}, name), el('input', {type: 'text', size: 12, value: entry.others[name] ?? '', 'aria-label': t('game counts', name), onchange: event => { entry.others[name] = event.target.value.trim(); step(); }})));
  }

  const seatOf = name => shown.players.find(one => one.name === name)?.seat ?? '';

  function valueChoices(win) {
    const take = value => { win.value = value; render(); };
    const grid = el('div', {className: 'counts', role: 'group', 'aria-label': t('game value')});
    const typed = el('input', {type: 'text', autocomplete: 'off', 'aria-label': t('game typed'), placeholder: t('game typed')});
    question('counts', 'win_counts', {text: before(), seat: seatOf(win.name), ...(entry.from ? {discarder: seatOf(entry.from)} : {})}).then(found => {
      if (!found?.counts || !grid.isConnected) return;
      const button = one => el('button', {'data-value': one.text, onclick: () => take(one.text)}, el('span', {}, one.name), el('b', {}, entry.from ? number(one.gain) : one.paid));
      const rare = found.counts.filter(one => one.rare).map(button);
      const all = rare.length ? [el('button', {id: 'game-rare', 'aria-label': t('game rare'), onclick: () => { grid.lastChild.remove(); grid.append(...rare); rare[0].focus(); }}, '…')] : [];
      grid.replaceChildren(...found.counts.filter(one => !one.rare).map(button), ...all);
    });
    return [grid, el('form', {className: 'field', onsubmit: event => { event.preventDefault(); if (typed.value.trim()) take(typed.value.trim()); }}, typed, el('button', {}, t('game take')), el('button', {type: 'button', id: 'game-tiles', onclick: () => toHand(win)}, t('game tiles')))];
  }

  /** The tab of hands, with what the table says of the winner. */
  function toHand(win) {
    const player = shown.players.find(one => one.name === win.name), sticks = shown.players.filter(one => one.declared).length;
    page.toHand({ruleset: shown.ruleset, options: shown.options, seat: player.seat, round: shown.round, win: entry.from ? 'ron' : 'tsumo', discarder: entry.from ? seatOf(entry.from) : '', honba: shown.honba, sticks, circumstances: player.circumstances});
  }

  /** What the button on the tab of hands says; empty if no game is being played. */
  function handLabel() {
    if (!text || answer?.table?.over) return '';
    if (entry?.kind !== 'win' || entry.from === null) return t('game to table');
    const {name} = entry.wins.at(-1);
    return entry.from ? t('game won this from', name, t('discarded', entry.from)) : t('game drew this', name);
  }

  /** Takes a hand of the other tab as the value of a win. `pao` has the seat of who is liable. */
  function takeHand(hand, pao) {
    const liable = pao && shown ? shown.players.find(one => one.seat === pao)?.name ?? '' : '';
    given = {text: hand, liable};
    if (entry?.kind === 'win') Object.assign(entry.wins.at(-1), {value: hand, liable});
    else entry = null;
  }

  function drawnStep() {
    const kind = shown.draws.find(one => one.id === entry.draw) ?? shown.draws[0];
    const toggle = (list, name) => list.includes(name) ? list.filter(one => one !== name) : [...list, name];
    const rows = [];
    if (shown.draws.length > 1) rows.push(chips(t('draw kind'), shown.draws.map(one => [one.id, one.name]), id => id === kind.id, id => { entry.draw = id; }));
    if (kind.ready) rows.push(chips(t('draw ready'), playing(), id => entry.ready.includes(id), id => { entry.ready = toggle(entry.ready, id); }));
    if (kind.values) {
      rows.push(...entry.ready.map(name => el('label', {className: 'field'}, el('span', {className: 'name'}, name), el('input', {type: 'text', value: entry.values[name] ?? '', 'aria-label': t('game waits', name), placeholder: t('game waits', name), onchange: event => { entry.values[name] = event.target.value.trim(); step(); }}))));
      rows.push(chips(t('game pigs'), playing(), id => entry.pigs.includes(id), id => { entry.pigs = toggle(entry.pigs, id); }));
    }
    if (kind.paid) rows.push(chips(t('draw paid'), playing(), id => entry.paid.includes(id), id => { entry.paid = toggle(entry.paid, id); }));
    if (shown.asks_dealer) rows.push(dealerChips());
    const ready = kind.ready ? entry.ready : kind.aborts ? [] : declaredOf(shown), pigs = kind.values ? entry.pigs : [];
    const event = {draw: kind.id, ready: kind.values ? Object.fromEntries(ready.map(name => [name, entry.values[name] ?? ''])) : ready, by: kind.paid ? entry.paid : [], pigs, next: entry.next ?? ''};
    return [...rows, preview(Object.fromEntries(Object.entries(event).filter(([key, value]) => key === 'draw' || Object.keys(value).length)))];
  }

  /** Everything that happens seldom. */
  function moreStep() {
    const button = (kind, label) => el('button', {'data-more': kind, onclick: () => begin({...entry, kind})}, label);
    return [el('div', {className: 'field'}, shown.false_win ? button('false_win', t('game false win')) : null, shown.events.length ? button('paid', t('events')) : null, button('penalty', t('game penalty')), button('adjust', t('game correction')), shown.chips ? button('chips', t('game chips')) : null, button('count', t('game count')), button('note', t('game note')), button('end', t('game end')))];
  }

  /** A form for an event of a few fields. */
  function plainStep() {
    const field = (key, label, props = {}) => el('label', {className: 'field'}, el('span', {className: 'name'}, label), el('input', {type: 'text', value: entry[key] ?? '', ...props, onchange: event => { entry[key] = event.target.value.trim(); step(); }}));
    const who = (key, label, none = '') => chips(label, [...(none ? [['', none]] : []), ...playing()], id => id === (entry[key] ?? (none ? '' : null)), id => { entry[key] = id; });
    const points = label => playing().map(([name]) => field(`points ${name}`, `${label} ${name}`, {inputMode: 'text'}));
    const pointsOf = () => Object.fromEntries(playing().map(([name]) => [name, Number((entry[`points ${name}`] ?? '').replaceAll(',', '').replace('\u2212', '-'))]).filter(([name, value]) => entry.kind === 'count' ? entry[`points ${name}`] : value));
    if (entry.kind === 'false_win') return [who('player', t('game false win')), ...(entry.player ? [preview({false_win: entry.player})] : [])];
    if (entry.kind === 'end') return [chips(t('game end'), [['agreed', t('game agreed')], ['time', t('game time')]], id => id === entry.end, id => { entry.end = id; }), ...(entry.end ? [preview({end: entry.end})] : [])];
    if (entry.kind === 'note') return [field('note', t('game note')), ...(entry.note ? [preview({note: entry.note})] : [])];
    if (entry.kind === 'paid') {
      const event = shown.events.find(one => one.id === entry.event);
      return [chips(t('event'), shown.events.map(one => [one.id, one.name]), id => id === entry.event, id => { entry.event = id; }), who('player', t('game who')), ...(event?.fed ? [who('from', t('game discarder'))] : []),
        ...(event && entry.player ? [preview({paid: event.id, by: entry.player, from: event.fed ? entry.from ?? '' : ''})] : [])];
    }
    const given = pointsOf(), rows = points('');
    if (entry.kind === 'penalty') rows.push(chips(t('game to'), [['', t('draw no false win')], ['others', t('game others')], ...playing()], id => id === (entry.to ?? ''), id => { entry.to = id; }));
    return [el('p', {className: 'soft'}, t(`game ${entry.kind === 'adjust' ? 'correction' : entry.kind}`)), ...rows, ...(Object.keys(given).length ? [preview(entry.kind === 'penalty' ? {penalty: given, to: entry.to ?? ''} : {[entry.kind]: given})] : [])];
  }

  // ---- deals that were played

  function dealList() {
    const box = el('div', {className: 'deals'});
    for (const [at, game] of answer.data.games.entries()) {
      if (answer.data.games.length > 1) box.append(el('h2', {}, t('game number', at + 1)));
      const names = Object.keys(game.deals[0]?.gains ?? {});
      if (names.length) box.append(el('div', {className: 'deal-row soft', 'aria-hidden': 'true'}, ...names.map(name => el('span', {}, name))));
      box.append(...game.deals.map(deal => el('button', {className: 'deal-row', 'data-event': deal.event, disabled: Boolean(entry), onclick: () => begin({kind: 'deal', event: deal.event})},
        el('span', {className: 'what'}, el('b', {}, deal.deal), ` ${answer.events[deal.event - 1].words}`),
        ...names.map(name => el('span', {className: 'number'}, el('span', {className: 'unseen'}, `${name}: `), number(deal.scores[name]), ' ', deal.gains[name] ? gain(deal.gains[name]) : null)))));
    }
    box.append(...(box.childElementCount ? [] : [el('p', {className: 'soft'}, t('game no deals'))]));
    return el('section', {'aria-label': t('game deals')}, el('h2', {}, t('game deals')), box);
  }

  /** The events of a deal that was played, each to change or to remove. */
  function dealStep() {
    const ends = answer.data.games.flatMap(game => game.deals.map(deal => deal.event)), from = Math.max(0, ...ends.filter(one => one < entry.event)) + 1;
    const numbers = Array.from({length: entry.event - from + 1}, (_, at) => from + at).filter(one => !answer.events[one - 1].begins_game);
    const row = one => el('div', {className: 'field'}, el('span', {}, answer.events[one - 1].words), el('button', {'data-change': one, onclick: () => change(one)}, t('game change')), el('button', {'data-remove': one, onclick: () => { entry = {kind: 'change', at: one, remove: true}; render(); }}, t('game remove')));
    const sticks = answer.table.declaration ? chips(answer.table.declaration, answer.table.players.map(one => [one.name, one.name]), () => false, name => { entry = {kind: 'change', at: entry.event, isAdded: true, event: {riichi: name}}; }) : null;
    return [...numbers.map(row), ...(sticks ? [sticks] : [])];
  }

  /** Shows the table as it was before an event, to enter another one in its place. */
  function change(at) {
    entry = {kind: 'replace', at};
    fill();
  }

  function replaceStep() {
    return [el('p', {}, t('game instead', answer.events[entry.at - 1].words)), chips(t('game winner'), playing(), () => false, name => { entry = firstWin(name, entry.at); }),
      el('div', {className: 'field'}, shown.draws.length ? el('button', {'data-instead': 'draw', onclick: () => begin(firstDraw(entry.at))}, t('game draw')) : null, el('button', {'data-instead': 'more', onclick: () => begin({kind: 'more', at: entry.at})}, t('game other')))];
  }

  /** What removing or adding an event would change. */
  function changeStep() {
    const {head, events} = parts(), next = joined({head, events: entry.remove ? events.toSpliced(entry.at - 1, 1) : events.toSpliced(entry.at - 1, 0, lineOf(entry.event))});
    const box = el('div', {className: 'preview'});
    (async () => {
      const found = await question('evening.preview', 'evening', {text: next});
      if (!found?.ok || !box.isConnected) return;
      box.replaceChildren(...differences(found), el('button', {id: 'game-save', className: 'main', onclick: () => { keep(next); entry = null; fill(); }}, t('game save')));
    })();
    return [el('p', {}, entry.remove ? t('game removes', answer.events[entry.at - 1].words) : t('headed', answer.table.declaration, entry.event.riichi)), box];
  }

  /** Scores that another list of events changes, and what is no longer possible in it. */
  function differences(found) {
    const deals = read => read.data.games.flatMap((game, at) => game.deals.map((deal, place) => [`${at}.${place}`, deal])), old = new Map(deals(answer));
    const rows = deals(found).filter(([key, deal]) => JSON.stringify(old.get(key)?.scores) !== JSON.stringify(deal.scores)).map(([key, deal]) => el('li', {}, el('b', {}, deal.deal), ' ',
      listed(Object.entries(deal.scores).filter(([name, score]) => old.get(key)?.scores[name] !== score).map(([name, score]) => `${name} ${old.get(key) ? `${number(old.get(key).scores[name] ?? 0)} → ` : ''}${number(score)}`))));
    const gone = deals(answer).length - deals(found).length;
    const faults = found.faults.map(one => el('p', {className: 'fault'}, t('headed', t('line', one.line), one.message)));
    return [el('p', {}, rows.length ? t('game differs', rows.length) : t('game same')), el('ul', {className: 'differs'}, ...rows), ...(gone > 0 ? [el('p', {}, t('game fewer', gone))] : []), ...faults];
  }

  // ---- results and files

  function faultList() {
    return el('div', {}, ...answer.faults.map(one => el('div', {className: 'fault'}, `${t('headed', t('line', one.line), one.message)} `, one.event && answer.events.length > 1 ? el('button', {disabled: Boolean(entry), onclick: () => begin({kind: 'change', at: one.event, remove: true})}, t('game remove')) : null)));
  }

  function outcome() {
    const box = el('div');
    box.innerHTML = answer.html;
    return el('details', {open: answer.table.over !== '', id: 'game-result'}, el('summary', {}, t('game result')), box);
  }

  const fileName = () => `evening-${answer.data.date || 'today'}`;

  async function share() {
    const found = await writtenAs('text');
    if (!found.ok) return say(page.messages(found)[0]);
    if (navigator.share) return navigator.share({text: found.text}).catch(() => { /* not shared after all */ });
    try {
      await navigator.clipboard.writeText(found.text);
      say(t('copied', t('copy text')));
    } catch { page.download(`${fileName()}.txt`, 'text/plain', found.text); }
  }

  async function paper() {
    const found = await writtenAs('html');
    if (!found.ok) return say(page.messages(found)[0]);
    page.download(`${fileName()}.html`, 'text/html', found.text);
  }

  function leave() {
    const box = document.getElementById('game-step') ?? panel;
    box.replaceChildren(el('p', {}, t('game leaving')), el('button', {onclick: () => page.download(`${fileName()}.yaml`, 'text/yaml', text)}, t('own download')), el('button', {id: 'game-leave-now', onclick: () => { keep(''); store.set(RULES, ''); entry = null; answer = null; fill(); }}, t('game leave')), el('button', {onclick: fill}, t('game cancel')));
    box.scrollIntoView({block: 'center'});
  }

  function files() {
    const flat = el('button', {'aria-pressed': String(Boolean(store.get(FLAT))), onclick: () => { store.set(FLAT, store.get(FLAT) ? '' : '1'); render(); }}, t('game flat'));
    return el('div', {className: 'field'}, el('button', {onclick: share}, t('game share')), el('button', {id: 'game-file', onclick: () => page.download(`${fileName()}.yaml`, 'text/yaml', text)}, t('own download')), el('button', {onclick: paper}, t('game paper')), openButton(), flat, el('button', {id: 'game-leave', disabled: Boolean(entry), onclick: leave}, t('game leave')));
  }

  addEventListener('storage', event => { if (event.key === `scorer.${KEPT}`) { text = store.get(KEPT) ?? ''; entry = null; if (!panel.hidden) fill(); } });
  panel.addEventListener('dragover', event => event.preventDefault());
  panel.addEventListener('drop', event => { event.preventDefault(); if (!text && event.dataTransfer.files[0]) open(event.dataTransfer.files[0]); });

  return {fill, takeHand, handLabel};
}
