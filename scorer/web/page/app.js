// The page. Every answer comes from the library through `ask`; the page only keeps what was tapped and typed.

import {ask, whenReady} from './ask.js';
import {makeEvening} from './evening.js';
import {makeReplay} from './replay.js';

const $ = id => document.getElementById(id);
const start = await (await fetch('start.json')).json();
const store = {
  get(key) { try { return localStorage.getItem(`scorer.${key}`); } catch { return null; } },
  set(key, value) { try { localStorage.setItem(`scorer.${key}`, value); } catch { /* private windows keep nothing */ } },
};
const SEEN = ['own_discards', 'visible'];
const TABS = ['hand', 'game', 'quiz', 'table', 'patterns', 'replay', 'own'];
const LONGEST_LINK = 8192;
const MOST_IN_TWO_ROWS = 17;         // tiles of the usual size, with the gaps between called sets
const FROM_TEXT = '';  // in the list of rulesets: no ruleset has this name
const EMPTY = {
  ruleset: start.usual, rules: '', options: {}, hand: '', win: '', seat: '', round: '', discarder: '',
  circumstances: {}, indicators: {}, honba: 0, sticks: 0, pao: {}, own_discards: '', visible: '', others: '', hands: '', events: '', compare: [], language: 'en', tab: 'hand',
};

let state = structuredClone(EMPTY);  // what the link says
let symbols = '';                    // the drawings of its tiles
let rules = null;                    // what a form needs to know of the chosen ruleset
let tiles = new Map();               // by notation: code, plain, name, copies, role, order
let alike = new Map();               // by the code of a tile in the palette: all tiles that look like it
let mode = {sort: 'tile'};           // what the next tap on a tile means
let analysis = null;                 // the last answer about the hand
let sentence = null;                 // the answer to the text as a sentence, if it is no hand in notation
let past = [];                       // hands, for undo
let rulesFromLink = false;

// ---- small helpers

const isShipped = name => Object.hasOwn(start.names, name);
const nameOfRuleset = name => isShipped(name) ? start.names[name][state.language] ?? start.names[name].en : name;

function t(key, ...words) {
  const text = (gameWord(key) ?? start.words[state.language]?.[key] ?? start.words.en[key] ?? key).replace(/\{@(.+?)\}/g, (_, word) => t(word));
  let next = 0;
  return words.length ? text.replace(/\{(\d?)\}/g, (_, place) => words[place === '' ? next++ : place]) : text;
}

/** Words in a row, for ears. */
const listed = words => words.slice(1).reduce((said, word) => t('listed', said, word), words[0] ?? '');

/** The word of the game, such as 放铳者 of riichi and 点炮者 of others; none where the game is told in another language than the page. */
const gameWord = key => rules && state.language !== 'en' && rules.language.split('-')[0] === state.language.split('-')[0] ? rules.words[key] : undefined;

function el(tag, props = {}, ...children) {
  const made = document.createElement(tag);
  for (const [key, value] of Object.entries(props)) {
    if (key.startsWith('on')) made.addEventListener(key.slice(2), value);
    else if (value !== null && key in made && !key.includes('-')) made[key] = value;
    else if (value !== null && value !== undefined) made.setAttribute(key, value);
  }
  made.append(...children.filter(child => child !== null && child !== undefined));
  return made;
}

function drawn(code) {
  const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  const use = document.createElementNS('http://www.w3.org/2000/svg', 'use');
  svg.setAttribute('viewBox', '0 0 60 80');
  svg.setAttribute('aria-hidden', 'true');
  use.setAttribute('href', `#tile-${code}`);
  svg.append(use);
  return svg;
}

const isPhone = () => matchMedia('(max-width: 59.99rem)').matches;

function say(text, seconds = 4) {
  $('status').textContent = text;
  clearTimeout(say.timer);
  if (seconds) say.timer = setTimeout(() => { $('status').textContent = ''; }, seconds * 1000);
}

const asked = {};
let open = 0;  // questions without an answer yet

/** An answer; tests wait until none is missing. */
async function askOnce(name, body) {
  open += 1;
  document.documentElement.dataset.asking = open;
  try {
    return await ask(name, body);
  } finally {
    open -= 1;
    setTimeout(() => { if (!open) delete document.documentElement.dataset.asking; });
  }
}

/** The data of an answer, or null if the same place has asked again meanwhile: late answers change nothing. */
async function latest(place, name, body) {
  const number = asked[place] = (asked[place] ?? 0) + 1;
  const reply = await askOnce(name, {language: state.language, form: 'page', ...body});
  if (number !== asked[place]) return null;
  if (reply.status === 0) say(t('offline'), 0);
  else if ($('status').textContent === t('offline')) say('');
  if (reply.status === 503) say(t('late'));
  return reply.data;
}

/** Shows what the library wrote, or the messages of an error. */
function show(box, data) {
  if (data.html !== undefined) box.innerHTML = data.html;
  else box.replaceChildren(...messages(data).map(text => el('p', {className: 'fault'}, text)));
}

const messages = data => (data.faults ?? []).map(fault => fault.message).concat(data.faults ? [] : [data.error?.message ?? t('offline')]);

// ---- a hand in notation

const PIECE = /\s+|([(\[])|([)\]])|(\+)|(\d+)([a-z])/y;
const CLOSING = {'(': ')', '[': ']'};

/**
 * The parts of a hand as [{mark, tiles, added}], or null if it is written in another way (EEE, Unicode tiles). `added`: the
 * last tile was added later to that many others.
 */
function partsOf(text) {
  const parts = [];
  let open = null, next = '';
  for (PIECE.lastIndex = 0; PIECE.lastIndex < text.length;) {
    const found = PIECE.exec(text);
    if (!found) return null;
    const [, opening, closing, plus, digits, letter] = found;
    if (opening) { if (open) return null; parts.push(open = {mark: opening, tiles: []}); }
    else if (closing) {
      if (!open || CLOSING[open.mark] !== closing || (open.added && open.added !== open.tiles.length - 1)) return null;
      open = null;
    } else if (plus && open) {
      if (open.mark !== '(' || open.added || !open.tiles.length) return null;
      open.added = open.tiles.length;
    } else if (plus) { if (next) return null; next = '+'; }
    else if (digits) {
      const codes = [...digits].map(digit => digit + letter);
      if (!codes.every(code => tiles.has(code))) return null;
      if (open) open.tiles.push(...codes);
      else if (next) { parts.push({mark: '+', tiles: codes}); next = ''; }
      else if (parts.at(-1)?.mark === '') parts.at(-1).tiles.push(...codes);
      else parts.push({mark: '', tiles: codes});
    }
  }
  return open || next ? null : parts;
}

const joined = codes => codes.map((code, at) => code[1] === codes[at + 1]?.[1] ? code[0] : code).join('');
const writtenTiles = ({tiles: codes, added}) => added ? `${joined(codes.slice(0, added))}+${joined(codes.slice(added))}` : joined(codes);
const written = parts => parts.map(part => part.mark + writtenTiles(part) + (CLOSING[part.mark] ?? '')).join('');
const roleOf = code => tiles.get(code)?.role ?? 'tile';

function addPart(part) {
  const parts = partsOf(state.hand);
  if (!parts) return setHand(state.hand + written([part]));
  const won = parts.findIndex(({mark}) => mark === '+');
  if (part.mark === '+') {
    if (won >= 0) parts.splice(won, 1);
    parts.push(part);
  } else {
    const at = won >= 0 ? won : parts.length;
    if (part.mark === '' && parts[at - 1]?.mark === '') parts[at - 1].tiles.push(...part.tiles);
    else parts.splice(at, 0, part);
  }
  setHand(written(parts));
}

function removeLast() {
  const parts = partsOf(state.hand);
  if (!parts) return setHand(state.hand.slice(0, -1));
  if (!parts.length) return setHand('');
  removeAt(parts.length - 1, parts.at(-1).tiles.length - 1);
}

function removeAt(place, at) {
  if (!partsOf(state.hand) && sentence?.request) takeRequest(sentence.request);
  const parts = shownParts();
  if (parts[place].mark) parts.splice(place, 1);
  else parts[place].tiles.splice(at, 1);
  setHand(written(parts.filter(part => part.tiles.length)));
}

function setHand(text, {fromField = false} = {}) {
  if (text === state.hand) return;
  past = [...past.slice(-99), state.hand];
  state.hand = text;
  if (!fromField) $('notation').value = text;
  changed();
}

/** How many copies of each tile are used up. */
function usedTiles() {
  const used = new Map();
  const texts = [state.hand, state.own_discards, state.visible, ...Object.values(state.indicators)];
  for (const code of texts.flatMap(text => (partsOf(text) ?? []).flatMap(part => part.tiles))) used.set(code, (used.get(code) ?? 0) + 1);
  return used;
}

// ---- what is asked

/** The rules of every question. */
function rulesBody() {
  const body = state.rules ? {rules: state.rules} : {ruleset: state.ruleset};
  if (Object.keys(state.options).length) body.options = state.options;
  return body;
}

/** A hand with everything that was said about it; what is usual is left out. */
function handBody() {
  const body = {...rulesBody(), hand: state.hand};
  for (const key of ['win', 'seat', 'round', 'discarder', 'honba', 'sticks']) if (state[key]) body[key] = state[key];
  const circumstances = Object.entries(state.circumstances).filter(([, number]) => number);
  if (circumstances.length) body.circumstances = circumstances.map(([name, number]) => rules?.circumstances.find(item => item.id === name)?.most ? `${name}=${number}` : name);
  const indicators = Object.entries(state.indicators).filter(([, text]) => text);
  if (indicators.length) body.indicators = Object.fromEntries(indicators);
  if (Object.keys(state.pao).length) body.pao = state.pao;
  return body;
}

/** Everything on the page follows a change of the state. */
function changed() {
  writeLink();
  renderLying();
  renderCounts();
  askHand();
}

/** The same with the tiles on the table, which matter to a hand that is not complete. */
function tableBody() {
  const seen = Object.fromEntries(SEEN.filter(key => state[key]).map(key => [key, state[key]]));
  return {...handBody(), ...seen};
}

/** The answer to the text as a sentence, such as `riichi pinfu tsumo dora 2`, at the seat and in the deal that were tapped. */
function askSentence() {
  const {ruleset, rules, options, seat, round, honba, sticks} = handBody();
  const body = {ruleset, rules, options, seat, round, honba, sticks, line: state.hand.trim()};
  return latest('hand', 'sentence', Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined)));
}

async function askHand() {
  const data = await latest('hand', 'analyze', tableBody());
  if (!data) return;
  const isSentence = state.hand.trim() && data.faults?.some(fault => fault.input === 'hand'), said = isSentence ? await askSentence() : data;
  if (!said) return;
  [analysis, sentence] = [data, isSentence ? said : null];
  renderFaults(said);
  renderAsked();
  renderLying();
  renderCounts();
  renderLine(said);
  renderHandover();
  if (!state.hand.trim()) $('result').replaceChildren(el('p', {className: 'soft'}, t('start hint', exampleHand())));
  else if (said.faults && said.html === undefined) $('result').replaceChildren();  // they are shown under the text
  else show($('result'), said);
  refreshTools();
}

/** What a sentence leaves open, with a button for each reply; a hand that a sentence tells of can go on as tiles. */
function renderAsked() {
  const replies = sentence?.replies ?? [], buttons = replies.map(({name, line}) => el('button', {className: 'chip', 'data-reply': name, onclick: () => setHand(line)}, name));
  if (sentence?.request) buttons.push(el('button', {id: 'as-tiles', onclick: () => takeRequest(sentence.request)}, t('as tiles')));
  $('asked').replaceChildren(...(replies.length ? [el('p', {className: 'whole'}, sentence.line)] : []), ...buttons);
}

/** A hand that was told in words becomes the hand of the page. */
function takeRequest({hand, circumstances, indicators, pao, ...said}) {
  const counts = circumstances.map(text => text.split('=')).map(([id, number]) => [id, Number(number ?? 1)]);
  Object.assign(state, said, {circumstances: Object.fromEntries(counts), indicators: {...indicators}, pao: {...pao}});
  dropUnknown();
  setHand(hand);
  renderSituation();
  changed();
}

const exampleHand = () => {
  const codes = [...tiles.values()].filter(tile => tile.role === 'tile').slice(0, 3).map(tile => tile.code);
  return joined(codes);
};

// ---- the link

/** A table in which nothing is found but what is written: no `constructor`. */
const lookup = entries => Object.assign(Object.create(null), entries);
const KEYS = lookup({r: 'ruleset', h: 'hand', w: 'win', s: 'seat', rd: 'round', f: 'discarder', hb: 'honba', st: 'sticks', l: 'language', t: 'tab', also: 'others', with: 'hands', e: 'events', d: 'own_discards', v: 'visible'});
const MAPPINGS = lookup({o: 'options', i: 'indicators', p: 'pao', c: 'circumstances'});
const toText = bytes => btoa(String.fromCharCode(...bytes)).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
const fromText = text => Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), sign => sign.charCodeAt(0));

function linkOf(one) {
  const link = new URLSearchParams();
  for (const [key, name] of Object.entries(KEYS)) if (String(one[name]) !== String(EMPTY[name]) || key === 'r') link.set(key, one[name]);
  for (const [key, name] of Object.entries(MAPPINGS)) for (const [item, value] of Object.entries(one[name])) if (value !== '' && value !== 0) link.set(`${key}.${item}`, value);
  if (one.compare.length) link.set('vs', one.compare.join(','));
  if (one.rules) link.set('own', toText(new TextEncoder().encode(one.rules)));
  return `#${link}`;
}

function writeLink() {
  const link = linkOf(state);
  if (link.length <= LONGEST_LINK) history.replaceState(null, '', link);
}

function valueOf(text) {
  if (text === 'true' || text === 'false') return text === 'true';
  return /^-?\d{1,9}$/.test(text) ? Number(text) : text;
}

function readLink() {
  const found = structuredClone(EMPTY);
  found.language = chosenLanguage();
  found.ruleset = store.get('ruleset') ?? EMPTY.ruleset;
  if (location.hash.length > LONGEST_LINK) return found;
  for (const [key, value] of new URLSearchParams(location.hash.slice(1))) {
    const [sort, item] = [key.split('.', 1)[0], key.slice(key.indexOf('.') + 1)];
    if (KEYS[key]) found[KEYS[key]] = typeof EMPTY[KEYS[key]] === 'number' ? Number(value) || 0 : value;
    else if (MAPPINGS[sort] && key.includes('.') && item !== '__proto__') found[MAPPINGS[sort]][item] = sort === 'o' ? valueOf(value) : sort === 'c' ? Number(value) || 0 : value;
    else if (key === 'vs') found.compare = value.split(',').filter(isShipped).slice(0, 7);
    else if (key === 'own') try { found.rules = new TextDecoder().decode(fromText(value)); rulesFromLink = true; } catch { /* not a link of ours */ }
  }
  found.language = languageOf(found.language) || 'en';
  if (!TABS.includes(found.tab)) found.tab = 'hand';
  if (!isShipped(found.ruleset) && !start.own.includes(found.ruleset)) found.ruleset = EMPTY.ruleset;
  return found;
}

/** The language of the page that a tag names: Traditional Chinese is that of Taiwan, or of Hong Kong. Empty if it is none. */
function languageOf(tag) {
  const parts = tag.toLowerCase().split(/[-_]/);
  if (parts[0] === 'zh') return parts.some(part => ['hk', 'mo'].includes(part)) ? 'zh-HK' : parts.some(part => ['hant', 'tw'].includes(part)) ? 'zh-TW' : 'zh-Hans';
  return start.languages.find(code => code === parts[0]) ?? '';
}

const chosenLanguage = () => [store.get('language') ?? '', ...navigator.languages].map(languageOf).find(Boolean) ?? 'en';

// ---- the rules

async function loadRules({keepHand = true} = {}) {
  const data = await latest('rules', 'ruleset', rulesBody());
  if (!data) return;
  if (!data.ok) {
    say(messages(data)[0], 8);
    if (Object.keys(state.options).length) { state.options = {}; return loadRules(); }
    if (state.rules) { state.tab = 'own'; state.brokenRules = state.rules; state.rules = ''; await loadRules(); return showTab(); }
    return;
  }
  rules = data.data;
  if (data.note) say(data.note, 8);
  document.documentElement.lang = state.language;
  symbols = data.symbols;
  tiles = new Map();
  for (const suit of rules.suits) for (const tile of suit.tiles) tiles.set(tile.code, {...tile, role: suit.role, order: tiles.size});
  if (!keepHand) state.hand = '';
  dropUnknown();
  mode = {sort: 'tile'};
  $('notation').value = state.hand;
  renderWords();
  renderChoices();
  renderModes();
  renderPalette();
  renderSituation();
  renderOptions();
  renderTools();
  showTab();
  changed();
}

/** Forgets what the chosen ruleset does not have. */
function dropUnknown() {
  const keep = (name, known) => { state[name] = Object.fromEntries(Object.entries(state[name]).filter(([id]) => known.some(item => item.id === id))); };
  keep('circumstances', rules.circumstances);
  keep('indicators', rules.indicators);
  keep('pao', rules.liable);
  const seats = rules.seats.map(seat => seat.id);
  for (const key of ['seat', 'discarder']) if (!seats.includes(state[key])) state[key] = '';
  for (const key of SEEN) if (!partsOf(state[key])) state[key] = '';
  if (!rules.ways.some(way => way.id === state.win)) state.win = '';
  if (!rules.uses.round || !rules.rounds.some(wind => wind.id === state.round)) state.round = '';
  for (const key of ['honba', 'sticks']) if (!rules.uses[key]) state[key] = 0;
}

function chooseRuleset(name) {
  if (name === FROM_TEXT) return;
  const face = tile => `${tile.code} ${tile.picture}`, before = new Set([...tiles.values()].map(face));
  state.ruleset = name;
  state.rules = '';
  state.options = {};
  store.set('ruleset', name);
  loadRules().then(() => {
    const same = [...tiles.values()].filter(tile => before.has(face(tile))).length > tiles.size / 2;  // 2m may be a car
    if (!same) clearHand();
  });
}

function renderChoices() {
  const families = Map.groupBy ? Map.groupBy(start.rulesets, item => item.family) : start.rulesets.reduce((map, item) => map.set(item.family, [...(map.get(item.family) ?? []), item]), new Map());
  const option = id => el('option', {value: id}, nameOfRuleset(id));
  const groups = [...families].map(([family, items]) => el('optgroup', {label: family}, ...items.map(item => option(item.id))));
  const own = start.own.map(name => el('option', {value: name}, name));
  if (state.rules) own.push(el('option', {value: FROM_TEXT}, rules.name || t('own rules chosen')));
  $('ruleset').replaceChildren(...own, ...groups);
  $('ruleset').value = state.rules ? FROM_TEXT : state.ruleset;
  const names = {en: 'English', ja: '日本語', 'zh-Hans': '简体中文', 'zh-HK': '繁體中文（香港）', 'zh-TW': '繁體中文（台灣）'};
  $('language').replaceChildren(...start.languages.map(code => el('option', {value: code}, names[code] ?? code)));
  $('language').value = state.language;
}

function renderWords() {
  document.title = `${rules.name} · scorer`;
  for (const one of document.querySelectorAll('[data-word]')) one.textContent = t(one.dataset.word);
  for (const one of document.querySelectorAll('[data-label]')) { one.setAttribute('aria-label', t(one.dataset.label)); one.title = t(one.dataset.label); }
  $('lying').setAttribute('aria-label', t('tab hand'));
  $('palette').setAttribute('aria-label', t('palette'));
  $('modes').setAttribute('aria-label', t('next tile'));
  $('notation').placeholder = exampleHand();
  $('tabs').replaceChildren(...TABS.map(name => el('button', {
    id: `tab-${name}`, role: 'tab', 'aria-controls': `panel-${name}`, 'aria-selected': 'false', onclick: () => { state.tab = name; writeLink(); showTab(); },
  }, t(`tab ${name}`))));
}

function showTab() {
  for (const name of TABS) {
    $(`panel-${name}`).hidden = name !== state.tab;
    $(`tab-${name}`)?.setAttribute('aria-selected', String(name === state.tab));
  }
  keepOneStop($('tabs'), $(`tab-${state.tab}`));
  $(`tab-${state.tab}`)?.scrollIntoView({block: 'nearest', inline: 'center'});
  $('symbols').innerHTML = symbols;  // a recorded game may have shown tiles of another game
  PANELS[state.tab]?.();
}

// ---- tiles

function renderModes() {
  const choices = [['tile', {sort: 'tile'}, t('mode tile')]];
  for (const kind of rules.sets) choices.push([`call ${kind.id}`, {sort: 'set', kind, mark: '('}, kind.call || `(${kind.name})`, t('mode call', kind.name)]);
  for (const kind of rules.added) choices.push([`added ${kind.id}`, {sort: 'set', kind, mark: '(', added: true}, kind.call || `(${kind.name}+)`, t('mode added', kind.name)]);
  for (const kind of rules.concealed.filter(one => rules.sets.some(({id}) => id === one.id))) choices.push([`concealed ${kind.id}`, {sort: 'set', kind, mark: '['}, kind.call || `[${kind.name}]`, t('mode concealed', kind.name)]);
  choices.push(['win', {sort: 'win'}, t('mode win')]);
  for (const item of rules.indicators) choices.push([`indicator ${item.id}`, {sort: 'indicator', indicator: item.id, most: item.most}, item.name]);
  $('modes').replaceChildren(...choices.map(([id, value, name, label]) => el('button', {
    'data-mode': id, title: label ?? null, 'aria-label': label ? listed([name, label]) : null, 'aria-pressed': String(id === (mode.id ?? 'tile')), onclick: () => setMode({...value, id}),
  }, name)));
  keepOneStop($('modes'));
}

function setMode(value) {
  mode = value;
  $('chooser').hidden = true;
  for (const one of document.querySelectorAll('[data-mode]')) one.setAttribute('aria-pressed', String(one.dataset.mode === (mode.id ?? 'tile')));
}

function renderPalette() {
  const most = Math.max(...rules.suits.map(suit => suit.tiles.length));
  const many = most <= 10 ? Math.max(most, 7) : most <= 14 ? Math.ceil(most / 2) : 8;
  alike = alikeFlowers();
  $('palette').replaceChildren(...rules.suits.filter(suit => suit.tiles.some(tile => alike.has(tile.code))).map(suit => el('div', {className: 'suit', style: `--many:${Math.min(many, 10)}`, role: 'group', 'aria-label': suit.name},
    ...suit.tiles.filter(tile => alike.has(tile.code)).map(tile => el('button', {className: 'tile', 'data-code': tile.code, onclick: () => tap(tile.code)}, drawn(tile.code), el('span', {className: 'left'}))))));
}

/** The tiles that a button stands for, by the code of the first: flowers of several suits that look the same are one to a player. */
function alikeFlowers() {
  const groups = new Map(), faces = new Map();
  for (const suit of rules.suits) for (const tile of suit.tiles) {
    const first = suit.role === 'flower' && tile.picture ? faces.get(tile.picture) : undefined;
    if (first && first.suit !== suit) groups.get(first.code).push(tile.code);
    else { groups.set(tile.code, [tile.code]); faces.set(tile.picture, {suit, code: tile.code}); }
  }
  return groups;
}

const leftOf = (code, used) => Math.max(0, tiles.get(code).copies - (used.get(code) ?? 0));

/** What tiles that look the same are called: the words that their names begin with. */
function nameOfAlike(codes) {
  const names = codes.map(code => tiles.get(code).name);
  const same = [...names[0]].findIndex((sign, at) => names.some(name => name[at] !== sign));
  return same > 0 ? names[0].slice(0, same).trim() : names[0];
}

function renderCounts() {
  const used = usedTiles();
  const waited = new Set(analysis?.stage === 'waiting' ? analysis.data.answer.waits.map(item => item.tile) : []);
  for (const button of $('palette').querySelectorAll('.tile')) {
    const codes = alike.get(button.dataset.code), name = nameOfAlike(codes);
    const left = codes.reduce((sum, code) => sum + leftOf(code, used), 0);
    const lit = codes.some(code => waited.has(code));
    button.lastChild.textContent = left;
    button.disabled = left === 0;
    button.classList.toggle('lit', lit);
    button.setAttribute('aria-label', listed([name, t('left', left), ...(lit ? [t('waited')] : [])]));
    button.title = name;
  }
  keepOneStop($('palette'));
}

function tap(face) {
  const used = usedTiles(), code = alike.get(face).find(one => leftOf(one, used)) ?? face;
  if (mode.sort === 'win') { addPart({mark: '+', tiles: [code]}); setMode({sort: 'tile'}); }
  else if (mode.sort === 'seen') {
    state[mode.key] = joined([...(partsOf(state[mode.key]) ?? []).flatMap(part => part.tiles), code]);
    changed();
  } else if (mode.sort === 'indicator') {
    const before = partsOf(state.indicators[mode.indicator] ?? '')?.flatMap(part => part.tiles) ?? [];
    state.indicators[mode.indicator] = joined([...before, code].slice(-mode.most));
    setMode({sort: 'tile'});
    changed();
  } else if (mode.sort === 'set') tapSet(code);
  else addPart({mark: '', tiles: [code]});
}

/** Whether a set has all these tiles. */
const hasTiles = (codes, some) => some.every(code => codes.filter(one => one === code).length >= some.filter(one => one === code).length);

/** A tap for a set: a set of one tile is added at once, a run when all its tiles were tapped, so that the last of them adds nothing else. */
function tapSet(code) {
  const {kind, mark, added} = mode, plain = tiles.get(code).plain;
  const all = kind.all.length ? kind.all.map(text => partsOf(text)?.[0]?.tiles ?? []) : [Array(kind.size).fill(plain)];
  const withTiles = some => all.filter(codes => hasTiles(codes, some.map(one => tiles.get(one).plain)));
  let tapped = [...(mode.tapped ?? []), code];
  if (!withTiles(tapped).length) tapped = [code];  // of another set
  mode.tapped = tapped;
  const fitting = withTiles(tapped).map(codes => tapped.reduce(withReds, codes));
  const [first = []] = fitting, isSame = new Set(first.map(one => tiles.get(one).plain)).size === 1;
  if (fitting.length === 1 && (isSame || tapped.length === first.length)) return addSet(mark, first, added);
  if (!fitting.length) return say(t('choose set'));
  $('chooser').hidden = false;
  $('chooser').replaceChildren(el('span', {}, t('choose set')), ...fitting.map(codes => {
    const button = el('button', {'aria-label': listed(codes.map(one => tiles.get(one).name)), onclick: () => addSet(mark, codes, added)});
    button.append(...codes.map(one => { const svg = drawn(one); svg.style.width = '2rem'; return svg; }));
    return button;
  }));
  if (!isPhone()) $('chooser').querySelector('button').focus({preventScroll: true});
}

/** A set with the red copy that was tapped, and with red ones where no plain copy is left. */
function withReds(codes, code) {
  const found = [...codes], plain = tiles.get(code)?.plain;
  if (code !== plain && found.includes(plain)) found[found.indexOf(plain)] = code;
  for (const red of [...tiles.values()].filter(tile => tile.code !== tile.plain)) {
    while (found.filter(one => one === red.plain).length > (tiles.get(red.plain)?.copies ?? 0) && found.filter(one => one === red.code).length < red.copies) found[found.indexOf(red.plain)] = red.code;
  }
  return found;
}

function addSet(mark, codes, added = false) {
  setMode({sort: 'tile'});
  addPart({mark, tiles: codes, added: added ? codes.length - 1 : 0});
}

/** The parts of the hand however it is written: in notation, with Unicode tiles, or in a sentence. */
const shownParts = () => partsOf(state.hand) ?? partsOf(sentence ? sentence.request?.hand ?? '' : analysis?.data?.answer?.hand ?? '') ?? [];

function renderLying() {
  const parts = shownParts();
  const places = parts.flatMap((part, place) => part.tiles.map((code, at) => ({code, place, at, mark: part.mark})));
  const loose = places.filter(one => one.mark === '' && roleOf(one.code) !== 'flower');
  const flowers = places.filter(one => one.mark === '' && roleOf(one.code) === 'flower');
  let won = places.find(one => one.mark === '+');
  if (!won && ['complete', 'refused'].includes(analysis?.stage)) won = loose.at(-1);
  const inHand = loose.filter(one => one !== won).sort((a, b) => tiles.get(a.code).order - tiles.get(b.code).order);
  const best = analysis?.stage === 'full' ? new Set((analysis.data.answer.discards ?? []).map(item => item.discard)) : new Set();
  const button = (one, kind = '') => el('button', {
    className: `tile ${kind}${best.has(one.code) ? ' lit' : ''}`, 'aria-label': t('remove', tiles.get(one.code).name), title: t('remove', tiles.get(one.code).name),
    onclick: () => removeAt(one.place, one.at),
  }, drawn(one.code));
  const groups = [];
  if (inHand.length) groups.push(inHand.map(one => button(one)));
  if (won) groups.push([button(won, 'won')]);
  parts.forEach((part, place) => {
    if (CLOSING[part.mark]) groups.push(part.tiles.map((code, at) => {
      const hidden = part.mark === '[' && (at === 0 || at === part.tiles.length - 1);
      const one = button({code, place, at});
      if (hidden) one.replaceChildren(drawn('back'));
      return one;
    }));
  });
  if (flowers.length) groups.push(flowers.map(one => button(one)));
  const shown = groups.map((some, at) => el('div', {className: inHand.length && !at ? 'group loose' : 'group'}, ...some));
  for (const item of rules.indicators) shown.push(...asideGroup(item.name, state.indicators[item.id], text => { state.indicators[item.id] = text; }));
  if (otherWinners().length) shown.push(el('div', {className: 'aside'}, ...winnerChips()));
  for (const key of SEEN) shown.push(...asideGroup(t(key), state[key], text => { state[key] = text; }));
  $('lying').replaceChildren(...(shown.length ? shown : state.hand ? [] : [el('p', {}, t('start hint', exampleHand()))]));
  $('lying').classList.toggle('many', $('lying').querySelectorAll('.tile').length > MOST_IN_TWO_ROWS);
  $('lying').scrollTop = $('lying').scrollHeight;
  keepOneStop($('lying'));
}

/** Tiles beside the hand, each of which a tap removes. */
function asideGroup(name, text, keep) {
  const codes = (partsOf(text ?? '') ?? []).flatMap(part => part.tiles);
  return codes.length ? [el('div', {className: 'aside'}, el('span', {}, name), ...codes.map((code, at) => el('button', {
    className: 'tile', 'aria-label': t('remove', `${name} ${tiles.get(code).name}`),
    onclick: () => { keep(joined(codes.filter((_, place) => place !== at))); changed(); },
  }, drawn(code))))] : [];
}

function renderFaults(data) {
  $('faults').replaceChildren(...(data.faults ?? []).map(fault => {
    const box = el('div', {className: 'fault'});
    const isShown = fault.at !== null && fault.text && (fault.input === 'hand' || state.hand.includes(fault.text));  // a sentence may be read as other words
    if (isShown) {
      const [before, wrong, after] = [fault.text.slice(0, fault.at), fault.text.slice(fault.at, fault.at + fault.length), fault.text.slice(fault.at + fault.length)];
      box.append(el('code', {}, before, el('mark', {}, wrong || ' '), after), el('br'));
    }
    box.append(`${isShown || fault.input === 'hand' || sentence || !fault.text ? '' : `${fault.text}: `}${fault.message}`);
    if (fault.input === 'hand' && fault.at !== null) for (const text of fault.suggestions) box.append(' ', el('button', {
      onclick: () => setHand(fault.text.slice(0, fault.at) + text + fault.text.slice(fault.at + fault.length)),
    }, text));
    return box;
  }));
}

function renderLine(data) {
  if (data.line_html) $('line').innerHTML = data.line_html;
  else $('line').textContent = messages(data)[0];
  $('bar').dataset.line = data.line ?? messages(data)[0];
  $('assumed').textContent = assumedText();
  $('answer').dataset.stage = data.stage ?? (data.ok ? 'sentence' : 'faulty');
}

// ---- how it was won

function choice(name, label, items, value, onchoice) {
  const row = el('div', {className: 'field one-stop', role: 'group', 'aria-label': label}, el('span', {className: 'name'}, label), ...items.map(([id, text]) => el('button', {
    className: 'chip', 'data-name': name, 'aria-pressed': String(id === value), onclick: () => { onchoice(id); renderSituation(name, id); changed(); },
  }, text)));
  keepOneStop(row);
  return row;
}

function stepper(name, label, value, most, onvalue) {
  const output = el('output', {}, String(value));
  const step = by => { const next = Math.min(most, Math.max(0, Number(output.textContent) + by)); output.textContent = next; onvalue(next); changed(); };
  return el('span', {className: 'stepper', role: 'group', 'aria-label': label}, el('span', {className: 'name'}, label),
    el('button', {'aria-label': t('fewer', label), onclick: () => step(-1)}, '−'), output, el('button', {'aria-label': t('more', label), onclick: () => step(1)}, '+'));
}

/** Whether another player discards the tile with which a hand is won in this way. */
const isDiscarded = win => rules.ways.find(way => way.id === win).discarded;

function renderSituation(focusName = '', focusId = '') {
  const usual = rules.usual, win = state.win || usual.win, box = [];
  box.push(choice('win', t('win'), rules.ways.map(way => [way.id, way.name]), win, id => { state.win = id; if (!isDiscarded(id)) state.discarder = ''; }));
  const seats = rules.seats.map(seat => [seat.id, seat.name]), seat = state.seat || usual.seat;
  box.push(choice('seat', t('seat'), seats, seat, id => { state.seat = id; if (state.discarder === id) state.discarder = ''; }));
  if (rules.uses.round) box.push(choice('round', t('round'), rules.rounds.map(wind => [wind.id, wind.name]), state.round || usual.round, id => { state.round = id; }));
  const chips = rules.circumstances.map(item => item.most
    ? stepper(item.id, item.name, state.circumstances[item.id] ?? 0, item.most, number => { state.circumstances[item.id] = number; })
    : el('button', {
      className: 'chip', 'data-name': 'with', 'data-id': item.id, 'aria-pressed': String(Boolean(state.circumstances[item.id])),
      onclick: event => { state.circumstances[item.id] = state.circumstances[item.id] ? 0 : 1; event.currentTarget.setAttribute('aria-pressed', String(Boolean(state.circumstances[item.id]))); changed(); },
    }, item.name));
  if (chips.length) {
    box.push(el('div', {className: 'field one-stop'}, ...chips));
    keepOneStop(box.at(-1));
  }
  // below what stays, so that nothing that is tapped next moves when it goes
  if (isDiscarded(win)) box.push(choice('discarder', t('discarder'), [['', t('unknown')], ...seats.filter(([id]) => id !== seat)], state.discarder, id => { state.discarder = id; }));
  box.push(el('div', {className: 'field', role: 'group', 'aria-label': t('on the table')}, el('span', {className: 'name'}, t('on the table')), ...SEEN.map(key => el('button', {
    className: 'chip', 'data-mode': key, 'aria-pressed': String(mode.id === key), onclick: () => setMode(mode.id === key ? {sort: 'tile'} : {sort: 'seen', key, id: key}),
  }, t(key)))));
  const counters = ['honba', 'sticks'].filter(name => rules.uses[name]).map(name => stepper(name, rules.counters[name], state[name], 1000, number => { state[name] = number; }));
  if (counters.length) box.push(el('div', {className: 'field'}, ...counters));
  if (rules.liable.length) box.push(el('details', {open: Object.keys(state.pao).length > 0}, el('summary', {}, t('liable')), el('div', {}, ...rules.liable.map(item => {
    const select = el('select', {'aria-label': t('headed', t('liable'), item.name), onchange: event => { if (event.target.value) state.pao[item.id] = event.target.value; else delete state.pao[item.id]; changed(); }},
      el('option', {value: ''}, '–'), ...rules.seats.filter(one => one.id !== seat).map(one => el('option', {value: one.id}, one.name)));
    select.value = state.pao[item.id] ?? '';
    return el('label', {className: 'field'}, el('span', {className: 'name'}, item.name), select);
  }))));
  $('situation').replaceChildren(...box);
  renderQuick();
  if (focusName) [...$('situation').querySelectorAll(`[data-name="${focusName}"]`)].find(one => one.getAttribute('aria-pressed') === 'true')?.focus();
}

/** What is said most, always in sight on a phone: the way of winning, the first circumstance of the game, and the seat. */
function renderQuick() {
  const win = state.win || rules.usual.win, first = rules.circumstances.find(item => !item.most);
  const chip = (id, name, isOn, change) => el('button', {className: 'chip', 'data-quick': id, 'aria-pressed': String(isOn), onclick: () => { change(); renderSituation(); changed(); }}, name);
  const ways = rules.ways.map(way => chip(way.id, way.name, way.id === win, () => { state.win = way.id; if (!isDiscarded(way.id)) state.discarder = ''; }));
  const seat = el('select', {'aria-label': t('seat'), 'data-quick': 'seat', onchange: () => { state.seat = seat.value; if (state.discarder === seat.value) state.discarder = ''; renderSituation(); changed(); }},
    ...rules.seats.map(one => el('option', {value: one.id}, one.name)));
  seat.value = state.seat || rules.usual.seat;
  $('quick').replaceChildren(...ways, ...(first ? [chip(first.id, first.name, Boolean(state.circumstances[first.id]), () => { state.circumstances[first.id] = state.circumstances[first.id] ? 0 : 1; })] : []), seat);
}

/** What the answer took for granted, because nothing else was tapped. */
function assumedText() {
  if (analysis?.stage !== 'complete') return '';
  const win = state.win || rules.usual.win, first = rules.circumstances.find(item => !item.most);
  const said = [rules.ways.find(way => way.id === win).name];
  if (first && !state.circumstances[first.id]) said.push(t('without', first.name));
  return said.join(' · ');
}

// ---- house rules

function renderOptions() {
  const filter = el('input', {type: 'search', placeholder: t('filter'), 'aria-label': t('filter'), oninput: event => {
    const words = event.target.value.toLowerCase();
    for (const row of rows) row.hidden = !row.textContent.toLowerCase().includes(words);
  }});
  const rows = rules.options.map(option => {
    const id = `option-${option.id}`, isChanged = option.id in state.options && option.value !== option.default;
    let field;
    if (option.sort === 'truth') field = el('input', {id, type: 'checkbox', checked: option.value, onchange: event => setOption(option, event.target.checked)});
    else if (option.choices.length) {
      field = el('select', {id, onchange: event => setOption(option, option.choices[event.target.selectedIndex])}, ...option.labels.map(label => el('option', {}, label)));
      field.selectedIndex = option.choices.indexOf(option.value);
    } else field = el('input', {id, type: 'number', min: option.from ?? 0, max: option.to, value: option.value, onchange: event => setOption(option, Number(event.target.value))});
    return el('div', {className: `option${isChanged ? ' changed' : ''}`}, el('label', {htmlFor: id}, option.name), field, option.help ? el('p', {}, option.help) : null);
  });
  const many = Object.keys(state.options).length;
  $('changed').textContent = many ? t('changed', many) : '';
  $('house').hidden = !rows.length;
  $('options').replaceChildren(el('div', {className: 'field'}, filter, many ? el('button', {onclick: () => { state.options = {}; loadRules(); }}, t('reset')) : null), ...rows);
}

function setOption(option, value) {
  if (value === option.default) delete state.options[option.id];
  else state.options[option.id] = value;
  loadRules().then(() => $(`option-${option.id}`)?.focus());
}

// ---- what else can be asked about a hand

let tools = [];

function tool(key, fill, name = t(key)) {
  const body = el('div'), box = el('details', {'data-tool': key}, el('summary', {}, name), body);
  const entry = {key, box, body, refresh: () => fill(body)};
  box.addEventListener('toggle', () => { if (box.open) entry.refresh(); });
  return entry;
}

function renderTools() {
  const open = new Set(tools.filter(one => one.box.open).map(one => one.key));
  tools = [tool('explain', fillExplain), tool('why', fillWhy), tool('compare', fillCompare), tool('several', fillSeveral), ...(rules.settles.hands || rules.events.length ? [tool('deal', fillDeal)] : [])];
  for (const one of tools) one.box.open = open.has(one.key);
  const button = (name, make) => el('button', {'data-copy': name, onclick: () => make(name)}, t(`copy ${name}`));
  const copy = el('div', {className: 'copy', role: 'group', 'aria-label': t('copy')}, el('span', {className: 'soft'}, t('copy')),
    button('link', name => copyText(name, location.href)), button('text', name => copyAnswer(name, 'text')), button('json', name => copyAnswer(name, 'json')),
    button('command', name => copyText(name, commandOf())), button('picture', savePicture));
  $('tools').replaceChildren(...tools.map(one => one.box), copy, el('div', {id: 'copied'}));
}

function refreshTools() {
  const complete = ['complete', 'refused'].includes(analysis?.stage);
  for (const one of tools) {
    one.box.hidden = !complete;
    if (complete && one.box.open) one.refresh();
  }
  for (const one of document.querySelectorAll('[data-copy]')) one.disabled = one.dataset.copy !== 'link' && (!state.hand.trim() || analysis?.stage === 'faulty');
}

async function fillExplain(box) {
  const data = await latest('explain', 'explain', handBody());
  if (data) show(box, data);
}

async function fillWhy(box) {
  let select = box.querySelector('select');
  if (!select) {
    const field = el('select', {'aria-label': t('why choose'), onchange: () => fillWhy(box)}, el('option', {value: ''}, t('why choose')), ...rules.patterns.map(item => el('option', {value: item.id}, item.name)));
    box.replaceChildren(field, el('div'));
    select = field;
  }
  if (!select.value) return;
  const data = await latest('why', 'why', {...handBody(), pattern: select.value});
  if (data) show(box.lastChild, data);
}

async function fillCompare(box) {
  if (!state.compare.length) state.compare = start.alike[state.ruleset] ?? [];
  const chips = state.compare.map(id => el('button', {className: 'chip', 'aria-label': t('remove', nameOfRuleset(id)), onclick: () => { state.compare = state.compare.filter(one => one !== id); writeLink(); fillCompare(box); }}, `${nameOfRuleset(id)} ×`));
  const select = el('select', {'aria-label': t('compare add'), onchange: event => { if (event.target.value) state.compare = [...state.compare, event.target.value].slice(-7); writeLink(); fillCompare(box); }},
    el('option', {value: ''}, t('compare add')), ...start.rulesets.filter(item => !state.compare.includes(item.id)).map(item => el('option', {value: item.id}, nameOfRuleset(item.id))));
  const found = box.querySelector('.found') ?? el('div', {className: 'found'});
  box.replaceChildren(el('div', {className: 'field'}, ...chips, select), found);
  if (!state.compare.length) return found.replaceChildren();
  const data = await latest('compare', 'compare', {...handBody(), rulesets: state.compare});
  if (data) show(found, data);
}

/** A field of lines, kept in the link, with a hint. */
function linesField(name, hint, refresh) {
  const field = el('textarea', {rows: 3, style: 'width:100%', value: state[name], spellcheck: false, 'aria-label': hint, oninput: () => { state[name] = field.value; writeLink(); refresh(); }});
  return [el('p', {className: 'soft'}, hint), field];
}

const otherWinners = () => state.others.split('\n').map(line => line.trim()).filter(Boolean);

/** Further winners, whose hands were tapped before; one more is put aside with its seat and circumstances. */
async function fillSeveral(box) {
  const others = otherWinners(), found = box.querySelector('.found') ?? el('div', {className: 'found', 'aria-live': 'polite'});
  box.replaceChildren(el('div', {className: 'field'}, ...winnerChips(), others.length < rules.seats.length - 2 ? el('button', {id: 'next-winner', onclick: keepWinner}, t('several next')) : null), found);
  if (!others.length) return found.replaceChildren(el('p', {className: 'soft'}, t('several hint')));
  const data = await latest('several', 'winners', {...handBody(), others});
  if (data) show(found, data);
}

/** A chip for each winner whose hand was put aside; a tap forgets it. */
function winnerChips() {
  const others = otherWinners();
  return others.map((line, at) => {
    const seat = rules.seats.find(one => line.includes(` seat=${one.id}`))?.name ?? '';
    return el('button', {className: 'chip', 'aria-label': t('remove', `${seat} ${line}`), onclick: () => { state.others = others.filter((_, place) => place !== at).join('\n'); changed(); }}, `${seat} ${line.split(' ')[0]} ×`);
  });
}

/** Puts the hand aside, and begins the hand of the next player who won on the same discard. */
function keepWinner() {
  const {circumstances = []} = handBody(), seat = state.seat || rules.usual.seat, tidy = state.hand.replaceAll(/\s+/g, '');
  const others = [...otherWinners(), [tidy, `seat=${seat}`, ...circumstances].join(' ')];
  const taken = [state.discarder, ...others.map(line => rules.seats.find(one => line.includes(` seat=${one.id}`))?.id)];
  state.others = others.join('\n');
  Object.assign(state, {win: rules.ways.find(way => way.discarded)?.id ?? '', circumstances: {}, seat: rules.seats.find(one => !taken.includes(one.id))?.id ?? ''});
  if ($('answer').classList.contains('open')) $('bar').click();
  setHand('');
  renderSituation();
}

async function fillDeal(box) {
  if (!box.firstChild) box.replaceChildren(
    ...(rules.settles.hands ? linesField('hands', t('deal hint'), () => fillDeal(box)) : []),
    ...eventsField(state.events, text => { state.events = text; writeLink(); fillDeal(box); }), el('div'));
  const hands = rules.settles.hands ? state.hands.trim() : '', events = rules.events.length ? state.events : '', others = otherWinners();
  if (!hands && !events) return box.lastChild.replaceChildren();
  const data = await latest('deal', 'deal', {...handBody(), ...(hands ? {hands} : {}), ...(events ? {events} : {}), ...(others.length ? {others} : {})});
  if (data) show(box.lastChild, data);
}

const EVENT = /^(\S+)\s+(\S+)(?:\s+from=(\S+))?$/;

/** What was paid while the deal was played, one chip for each, and a row that adds one. Nothing under rules without such payments. */
function eventsField(text, onchange) {
  if (!rules.events.length) return [];
  const box = el('div', {className: 'field', role: 'group', 'aria-label': t('events')});
  const seatName = id => rules.seats.find(seat => seat.id === id)?.name ?? id;
  const known = [...rules.events, {id: 'win', name: t('win'), fed: false}];
  const choose = (label, items) => el('select', {'aria-label': label}, ...items.map(item => el('option', {value: item.id}, item.name)));
  const owner = choose(t('seat'), rules.seats), event = choose(t('event'), known), feeder = choose(t('discarder'), rules.seats), chips = el('span', {className: 'chips'});
  let items = text.split(/[,;]/).map(item => item.trim()).filter(Boolean);
  const keep = next => { items = next; render(); onchange(items.join(', ')); };
  const told = item => {
    const [, seat, id, from] = EVENT.exec(item) ?? [null, item, '', ''];
    return `${seatName(seat)} ${known.find(one => one.id === id)?.name ?? id}${from ? ` ← ${seatName(from)}` : ''}`;
  };
  const render = () => chips.replaceChildren(...items.map((item, place) => el('button', {type: 'button', className: 'chip', 'aria-label': t('remove', told(item)), onclick: () => { keep(items.filter((_, at) => at !== place)); event.focus(); }}, `${told(item)} ×`)));
  const fit = () => {
    feeder.hidden = !known.find(one => one.id === event.value).fed;
    for (const option of feeder.options) option.disabled = option.value === owner.value;
    if (feeder.value === owner.value || !feeder.value) feeder.value = rules.seats.find(seat => seat.id !== owner.value).id;
  };
  owner.addEventListener('change', fit);
  event.addEventListener('change', fit);
  const add = el('button', {type: 'button', onclick: () => keep([...items, `${owner.value} ${event.value}${feeder.hidden ? '' : ` from=${feeder.value}`}`])}, t('add'));
  box.append(el('span', {className: 'name'}, t('events')), owner, event, feeder, add, chips);
  fit();
  render();
  return [box];
}

// ---- copies

async function copyText(name, text) {
  $('copied').replaceChildren();
  try {
    await navigator.clipboard.writeText(text);
    say(t('copied', t(`copy ${name}`)));
  } catch {
    $('copied').replaceChildren(el('p', {}, t('no copy')), el('textarea', {readOnly: true, value: text, 'aria-label': t(`copy ${name}`), rows: 6, style: 'width:100%'}));
  }
}

async function copyAnswer(name, form) {
  const question = ['complete', 'refused'].includes(analysis?.stage) ? 'score' : 'waits';
  const reply = await askOnce(question, {language: state.language, ...(question === 'waits' ? tableBody() : handBody()), form});
  copyText(name, form === 'json' || !reply.data.ok ? JSON.stringify(reply.data, null, 1) : reply.data.text);
}

async function savePicture() {
  const reply = await askOnce('analyze', {language: state.language, ...handBody(), form: 'svg'});
  if (!reply.data.ok) return say(messages(reply.data)[0]);
  download('hand.svg', 'image/svg+xml', reply.data.text);
}

/** Saves a text as a file. */
function download(name, kind, text) {
  const address = URL.createObjectURL(new Blob([text], {type: kind}));
  el('a', {href: address, download: name}).click();
  setTimeout(() => URL.revokeObjectURL(address), 10000);
}

/** The command line that asks the same. */
function commandOf() {
  const body = handBody(), quote = text => /^[\w.,=-]+$/.test(text) ? text : `"${text.replaceAll(/["\\$\x60]/g, '\\$&')}"`;
  const command = ['complete', 'refused'].includes(analysis?.stage) ? 'score' : 'waits', words = ['scorer', command, body.hand];
  words.push('-r', state.rules ? 'own.yaml' : state.ruleset);
  if (body.win) words.push(`--${body.win}`);
  for (const [key, option] of [['seat', '--seat'], ['round', '--round'], ['discarder', '--from'], ['honba', '--honba'], ['sticks', '--sticks']]) if (body[key]) words.push(option, String(body[key]));
  for (const text of body.circumstances ?? []) words.push('-w', text);
  for (const [name, text] of Object.entries(body.indicators ?? {})) words.push(`--${name.replaceAll('_', '-')}`, text);
  if (command === 'waits') for (const [key, option] of [['own_discards', '--discards'], ['visible', '--visible']]) if (state[key]) words.push(option, state[key]);
  for (const [name, seat] of Object.entries(body.pao ?? {})) words.push('--pao', `${name}=${seat}`);
  for (const [name, value] of Object.entries(body.options ?? {})) words.push('-o', `${name}=${value}`);
  if (state.language !== 'en') words.push('--lang', state.language);
  return words.map(quote).join(' ');
}

// ---- the quiz

const quiz = {level: 1, seed: 0, place: 0, questions: null, game: null};  // game: the log that is asked about, and the player

/** What a question of the quiz is about: the hands of a recorded game, or drawn ones. */
const quizBody = () => {
  const {game, seed, level} = quiz;
  return {...(game ? {log: game.log, ...(game.player ? {player: game.player} : {})} : rulesBody()), seed, level};
};

/** Asks about the hands of a recorded game, by its rules. */
function practise(game, {ruleset, options}) {
  quiz.game = game;
  if (isShipped(ruleset)) Object.assign(state, {ruleset, rules: '', options: {...options}});
  state.tab = 'quiz';
  loadRules();
}

/** The right answers and the questions so far, in this browser alone. */
const record = () => JSON.parse(store.get(`quiz.${state.ruleset}`) ?? '[0,0]');

function fillQuiz() {
  const panel = $('panel-quiz');
  const level = el('select', {'aria-label': t('quiz level'), onchange: () => { quiz.level = Number(level.value); store.set('quiz.level', level.value); newHand(); }}, ...[1, 2, 3].map(one => el('option', {value: one}, `${t('quiz level')} ${one}`)));
  level.value = quiz.level = Number(store.get('quiz.level') ?? quiz.level);
  const game = quiz.game ? el('div', {className: 'field'}, el('b', {}, t('quiz game')), el('button', {id: 'quiz-drawn', onclick: () => { quiz.game = null; fillQuiz(); }}, t('quiz drawn'))) : null;
  panel.replaceChildren(...(game ? [game] : []), el('div', {className: 'field'}, level, el('button', {onclick: newHand}, t('quiz start')), el('span', {id: 'record', className: 'soft'})), el('div', {id: 'question', className: 'hand'}));
  showRecord();
  newHand();
}

function showRecord() {
  const [right, all] = record();
  $('record').textContent = all ? t('quiz record', right, all) : '';
}

async function newHand() {
  quiz.seed = crypto.getRandomValues(new Uint32Array(1))[0] % 1000000;
  quiz.place = 0;
  $('question').replaceChildren(el('p', {className: 'soft'}, t('waiting')));
  const data = await latest('quiz', quiz.game ? 'game_questions' : 'questions', quizBody());
  if (!data) return;
  if (!data.ok) return show($('question'), data);
  quiz.questions = data;
  askQuestion();
}

function askQuestion() {
  const {data, hands, asks_html: asks} = quiz.questions, question = data[quiz.place], hand = el('div'), title = el('h2');
  hand.innerHTML = hands[quiz.place];
  if (asks[quiz.place]) title.innerHTML = asks[quiz.place]; else title.textContent = question.asks;
  const answerId = 'quiz-answer', mark = el('div', {'aria-live': 'polite'}), hints = el('div', {id: 'hints', className: 'soft', 'aria-live': 'polite'});
  const field = el('input', {id: answerId, type: 'text', autocomplete: 'off', placeholder: question.hint, 'aria-label': t('quiz answer'), oninput: () => { delete field.dataset.ids; }});
  const form = el('form', {className: 'field', onsubmit: event => { event.preventDefault(); gradeAnswer(field.dataset.ids ?? field.value, mark, form); }}, field,
    el('button', {type: 'button', 'aria-label': t('quiz delete'), onclick: () => { field.value = field.value.replace(/\S\s*$/, ''); delete field.dataset.ids; }}, '⌫'),
    el('button', {}, t('quiz check')), question.hints.length ? el('button', {type: 'button', id: 'quiz-hint', onclick: giveHint}, t('quiz hint')) : null, el('button', {type: 'button', id: 'quiz-show', onclick: () => gradeAnswer('?', mark, form)}, t('quiz show')), answerPad(question, field));
  function giveHint(event) {
    const given = hints.childElementCount;
    if (given < question.hints.length) hints.append(el('p', {}, question.hints[given]));
    event.currentTarget.disabled = given + 1 >= question.hints.length;
  }
  const choices = question.choices.map((text, at) => el('button', {className: 'chip', onclick: () => { field.value = String(at + 1); form.requestSubmit(); }}, text));
  $('question').replaceChildren(...(question.origin ? [el('p', {className: 'soft'}, question.origin)] : []), hand, title, ...choices, hints, form, mark);
  if (quiz.place && !isPhone()) field.focus();
}

/** What is tapped to answer a question: names, digits or tiles. */
function answerPad(question, field) {
  const box = el('div', {className: `pad ${question.sort}`, role: 'group', 'aria-label': t('quiz pad')});
  const add = text => { field.value += text; };
  if (question.sort === 'names') {
    const chosen = new Map();
    box.append(...rules.patterns.map(item => el('button', {type: 'button', className: 'chip', 'data-answer': item.id, 'aria-pressed': 'false', onclick: event => {
      if (!chosen.delete(item.id)) chosen.set(item.id, item.name);
      event.currentTarget.setAttribute('aria-pressed', String(chosen.has(item.id)));
      field.value = [...chosen.values()].join(', ');
      if (chosen.size) field.dataset.ids = [...chosen.keys()].join(','); else delete field.dataset.ids;
    }}, item.name)));
  } else if (question.sort === 'tiles') {
    box.append(...[...tiles.values()].filter(tile => tile.role === 'tile' && tile.code === tile.plain).map(tile => el('button', {type: 'button', className: 'tile', 'data-answer': tile.code, 'aria-label': tile.name, title: tile.name, onclick: () => add(`${field.value ? ' ' : ''}${tile.code}`)}, drawn(tile.code))));
  } else if (question.sort !== 'choice') {
    const signs = [...'1234567890', '00', ...(question.sort === 'numbers' ? ['/'] : [])];
    box.append(...signs.map(sign => el('button', {type: 'button', 'data-answer': sign, onclick: () => add(sign)}, sign)));
  }
  return box;
}

async function gradeAnswer(answer, box, form) {
  const data = await latest('grade', quiz.game ? 'grade_game' : 'grade', {...quizBody(), place: quiz.place, answer});
  if (!data || !box.isConnected) return;
  for (const one of [...form.elements, ...$('question').querySelectorAll('.chip')]) one.disabled = true;
  show(box, data);
  if (!data.ok) return;
  box.className = `mark${data.data.right ? '' : ' wrong'}`;
  if (!data.data.skipped) {
    const [right, all] = record();
    store.set(`quiz.${state.ruleset}`, JSON.stringify([right + (data.data.right ? 1 : 0), all + 1]));
    showRecord();
  }
  quiz.place += 1;
  const next = quiz.place < quiz.questions.data.length ? el('button', {onclick: askQuestion}, t('quiz next')) : el('button', {onclick: newHand}, t('quiz start'));
  box.append(next);
  next.focus();
}

// ---- the payment table, and a single count

async function fillTable() {
  const panel = $('panel-table'), found = el('div'), table = el('div', {}, el('p', {className: 'soft'}, t('waiting')));
  const count = el('input', {type: 'text', 'aria-label': t('points title'), placeholder: t('points count', rules.limits[0]?.name ?? '4')});
  const dealer = el('input', {type: 'checkbox', id: 'points-dealer'});
  const look = async event => {
    event?.preventDefault();
    if (!count.value.trim()) return found.replaceChildren();
    const data = await latest('points', 'points', {...rulesBody(), count: count.value, dealer: dealer.checked});
    if (data) show(found, data);
  };
  dealer.addEventListener('change', look);
  const settled = [behindForm(dealer), rules.settles.draws ? drawForm() : [], rules.settles.final ? finalForm() : []];
  panel.replaceChildren(el('h2', {}, t('points title')), el('form', {className: 'field', onsubmit: look}, count, el('label', {className: 'field'}, dealer, t('points dealer')), el('button', {}, t('points look'))), found, ...settled.flat(), el('h2', {}, t('tab table')), table);
  const data = await latest('table', 'table', rulesBody());
  if (data) show(table, data);
}

/** A heading, a form that asks one question, and room for the answer. */
function lookUp(title, question, fields, body) {
  const found = el('div', {id: `found-${question}`, 'aria-live': 'polite'});
  const look = async event => {
    event.preventDefault();
    const given = body();
    if (!given) return found.replaceChildren();
    const data = await latest(question, question, {...rulesBody(), ...given});
    if (data) show(found, data);
  };
  return [el('h2', {}, title), el('form', {className: 'field', id: `form-${question}`, onsubmit: look}, ...fields.filter(Boolean), el('button', {}, t('points look'))), found];
}

/** Which hands overtake a rival; the dealer is asked about in the form above. */
function behindForm(dealer) {
  const points = el('input', {type: 'text', inputMode: 'numeric', 'aria-label': t('behind title'), placeholder: '7,800'});
  return lookUp(t('behind title'), 'overtaking', [points], () => points.value.trim() && {behind: points.value, ...(dealer.checked ? {seat: 'E'} : {})});
}

/** A box to tick for each seat under a heading. */
function seatBoxes(name, label) {
  const boxes = rules.seats.map(seat => [seat.id, el('input', {type: 'checkbox', name}), seat.name]);
  const box = el('div', {className: 'field', role: 'group', 'aria-label': label}, el('span', {className: 'name'}, label), ...boxes.map(([, one, text]) => el('label', {className: 'field'}, one, text)));
  return {box, chosen: () => boxes.filter(([, one]) => one.checked).map(([id]) => id)};
}

/** Fields for what lies on the table under these rules. */
function counterFields(names) {
  const fields = names.filter(name => rules.uses[name]).map(name => [name, el('input', {type: 'number', name, min: 0, max: 1000, value: 0})]);
  return {
    rows: fields.map(([name, field]) => el('label', {className: 'field'}, rules.counters[name], field)),
    body: () => Object.fromEntries(fields.map(([name, field]) => [name, Number(field.value)]).filter(([, number]) => number)),
  };
}

/** What a deal without a winner pays: to those who are ready, to whom the draw itself pays, or by the hands of all players. */
function drawForm() {
  const choose = (name, label, first, items) => el('select', {name, 'aria-label': label}, el('option', {value: ''}, first), ...items.map(item => el('option', {value: item.id}, item.name)));
  const kind = choose('kind', t('draw kind'), t('draw usual'), rules.draws);
  const paying = rules.draws.filter(one => one.pays_seats);
  const ready = seatBoxes('ready', t('draw ready')), counters = counterFields(['honba', 'sticks']);
  const paid = seatBoxes('by', paying.length === 1 ? t('draw paid for', paying[0].name) : t('draw paid'));
  const falseWin = choose('false_win', t('draw false win'), t('draw no false win'), rules.seats);
  const hands = el('textarea', {name: 'hands', rows: 3, spellcheck: false, 'aria-label': t('draw hands'), placeholder: rules.seats.map(seat => `${seat.id}:0`).join(' ')});
  let events = '';
  const byHands = el('div', {className: 'whole'}, el('p', {className: 'soft'}, t('draw hands')), hands, ...eventsField('', text => { events = text; }));
  const bySeats = el('div', {className: 'whole'}, ready.box, paid.box, el('label', {className: 'field'}, t('draw false win'), falseWin), ...counters.rows);
  const chosen = () => rules.draws.find(one => one.id === kind.value);
  const needsHands = () => chosen()?.needs_hands ?? rules.draws.every(one => one.needs_hands);
  const fit = () => {
    [byHands.hidden, bySeats.hidden] = [!needsHands(), needsHands()];
    paid.box.hidden = chosen() ? !chosen().pays_seats : !paying.length;
  };
  kind.addEventListener('change', fit);
  fit();
  return lookUp(t('draw title'), 'draw', [rules.draws.length > 1 ? kind : null, bySeats, byHands], () => {
    const body = needsHands() ? {hands: hands.value.trim(), events} : {ready: ready.chosen(), by: paid.box.hidden ? [] : paid.chosen(), false_win: falseWin.value, ...counters.body()};
    return Object.fromEntries(Object.entries({kind: kind.value, ...body}).filter(([, value]) => value.length !== 0));
  });
}

/** What final scores are worth. */
function finalForm() {
  const counters = counterFields(['sticks']);
  const scores = rules.seats.map((seat, place) => el('input', {type: 'text', inputMode: 'numeric', size: 7, 'aria-label': t('final score', place + 1)}));
  return lookUp(t('final title'), 'final', [...scores, ...counters.rows], () => scores.some(one => one.value.trim()) && {scores: scores.map(one => one.value.trim()), ...counters.body()});
}

// ---- patterns

async function fillPatterns() {
  const panel = $('panel-patterns'), list = el('ul', {className: 'list'}), card = el('div', {hidden: true, className: 'hand'});
  const search = el('input', {type: 'search', 'aria-label': t('search patterns'), placeholder: t('search patterns'), oninput: () => find()});
  const showCard = async id => {
    const data = await latest('pattern', 'pattern', {...rulesBody(), pattern: id});
    if (!data) return;
    const box = el('div');
    show(box, data);
    card.replaceChildren(el('button', {onclick: () => { card.hidden = true; list.hidden = false; list.querySelector(`[data-id="${id}"]`)?.focus(); }}, `← ${t('back to list')}`), box);
    [card.hidden, list.hidden] = [false, true];
    card.firstChild.focus();
  };
  const find = async () => {
    const data = await latest('patterns', 'patterns', {...rulesBody(), query: search.value, form: 'json'});
    if (!data) return;
    [card.hidden, list.hidden] = [true, false];
    if (!Array.isArray(data)) return show(list, data);
    list.replaceChildren(...data.filter(item => item.played).map(item => el('li', {}, el('button', {'data-id': item.id, onclick: () => showCard(item.id)},
      el('span', {}, item.name, ' ', el('span', {className: 'soft'}, item.native)), el('span', {className: 'worth'}, item.worth)))));
  };
  panel.replaceChildren(el('div', {className: 'field'}, search), list, card);
  await find();
}


// ---- rules of one's own

function fillOwn() {
  const panel = $('panel-own');
  if (panel.dataset.language === state.language && panel.firstChild && !state.brokenRules) return;
  panel.dataset.language = state.language;
  const gutter = el('pre', {'aria-hidden': 'true'}), problems = el('div', {'aria-live': 'polite'}), changes = el('div');
  const field = el('textarea', {'aria-label': t('own text'), spellcheck: false, autocapitalize: 'off', wrap: 'off'});
  field.value = state.brokenRules || state.rules || store.get('own') || '';
  delete state.brokenRules;
  let timer = 0, marks = new Set();
  const numbers = () => {
    gutter.replaceChildren(...field.value.split('\n').flatMap((_, at) => [marks.has(at + 1) ? el('b', {}, String(at + 1)) : String(at + 1), '\n']));
    gutter.scrollTop = field.scrollTop;
  };
  const showPlace = (line, column, end = column) => {
    field.focus();
    field.setSelectionRange(offsetOf(field.value, line, column), offsetOf(field.value, line, end));
    field.scrollTop = Math.max(0, (line - 5) * lineHeight(field));
  };
  const list = found => {
    marks = new Set(found.map(problem => problem.line));
    numbers();
    problems.replaceChildren(...(found.length ? found.map(problem => el('div', {className: `problem ${problem.severity}`},
      el('button', {className: 'go', onclick: () => showPlace(problem.line, problem.column, problem.end_column)}, `${t('headed', t('line', problem.line), problem.hint ? t('with hint', problem.message, problem.hint) : problem.message)} `, el('span', {className: 'soft'}, problem.code)),
      problem.severity === 'error' ? fixButton(field, problem, check) : null)) : [el('p', {}, t('own fine'))]));
  };
  const sections = el('select', {'aria-label': t('own sections'), onchange: () => { const [line, column] = sections.value.split(':').map(Number); if (line) showPlace(line, column); sections.value = ''; }});
  const fillSections = async () => {
    const found = await latest('outline', 'outline', {text: field.value});
    if (!found?.ok) return;
    const entries = (parts, depth) => (parts ?? []).flatMap(part => [el('option', {value: `${part.line}:${part.column}`}, `${'\u2003'.repeat(depth)}${part.id}${part.name ? ` · ${part.name}` : ''}`), ...entries(part.parts, depth + 1)]);
    sections.replaceChildren(el('option', {value: ''}, t('own sections')), ...entries(found.data, 0));
  };
  const check = async () => {
    store.set('own', field.value);
    changes.replaceChildren();
    if (!field.value.trim()) return list([]);
    const quick = await latest('own', 'ruleset', {rules: field.value});
    if (!quick) return;
    use.disabled = !quick.ok;
    if (!quick.ok) list(quick.problems ?? []);
    else problems.replaceChildren(el('p', {className: 'soft'}, t('own checking')));
    fillSections();
    const whole = await latest('own', 'check', {text: field.value});
    if (whole?.ok) list(whole.data);
    const base = /^extends: *\[?([\w-]+)/m.exec(field.value)?.[1];
    if (!quick.ok || !isShipped(base)) return;
    const told = await latest('differences', 'differences', {rules: field.value, base});
    if (told?.ok) { changes.innerHTML = told.html; changes.prepend(el('h2', {}, t('own differences'))); }
  };
  const use = el('button', {onclick: () => { state.rules = field.value; state.options = {}; rulesFromLink = false; state.tab = 'hand'; loadRules(); }}, t('own use'));
  const stop = el('button', {hidden: !state.rules, onclick: () => { state.rules = ''; state.options = {}; panel.dataset.language = ''; loadRules(); }}, t('own stop', nameOfRuleset(state.ruleset)));
  const begin = el('button', {onclick: async () => {
    const data = await latest('starter', 'starter', {ruleset: start.own.includes(state.ruleset) ? EMPTY.ruleset : state.ruleset});
    if (data?.ok) { field.value = data.text; check(); }
  }}, t('own start', nameOfRuleset(state.ruleset)));
  const save = el('button', {id: 'own-save', onclick: () => download('own.yaml', 'text/yaml', field.value)}, t('own download'));
  field.addEventListener('input', () => { numbers(); clearTimeout(timer); timer = setTimeout(check, 300); });
  const [words, meaning] = helpWhileWriting(field);
  field.addEventListener('scroll', () => { gutter.scrollTop = field.scrollTop; });
  panel.replaceChildren(...(rulesFromLink ? [el('p', {className: 'mark'}, t('own from link'))] : []), el('div', {className: 'field'}, begin, use, stop, save, sections), el('div', {className: 'editor'}, gutter, field, words), meaning, el('h2', {}, t('own problems')), problems, changes);
  check();
}

/** The place in a text of a line and a column, which count characters from 1. */
function offsetOf(text, line, column) {
  const lines = text.split('\n'), begin = lines.slice(0, line - 1).reduce((sum, one) => sum + one.length + 1, 0);
  return begin + [...(lines[line - 1] ?? '')].slice(0, column - 1).join('').length;
}

/** The line and the column of the cursor. */
function cursorOf(field) {
  const lines = field.value.slice(0, field.selectionStart).split('\n');
  return {row: lines.length, column: [...lines.at(-1)].length + 1};
}

const lineHeight = field => parseFloat(getComputedStyle(field).lineHeight);
const MOST_WORDS = 50;

/** A list of the words that fit at the cursor, and a line that says what the word there means. */
function helpWhileWriting(field) {
  const words = el('ul', {id: 'own-words', role: 'listbox', 'aria-label': t('own words'), hidden: true}), meaning = el('p', {id: 'own-meaning', className: 'soft', 'aria-live': 'polite'});
  let found = [], chosen = 0, isAccepting = false, isAsking = false, isLate = false, timer = 0;
  field.setAttribute('aria-autocomplete', 'list');
  field.setAttribute('aria-controls', words.id);
  field.setAttribute('aria-describedby', meaning.id);
  const close = () => {
    isLate = false;
    asked.complete = (asked.complete ?? 0) + 1;  // an answer on its way comes too late
    words.hidden = true;
    field.removeAttribute('aria-activedescendant');
  };
  const choose = place => {
    chosen = (place + found.length) % found.length;
    for (const [at, one] of [...words.children].entries()) one.setAttribute('aria-selected', String(at === chosen));
    words.children[chosen].scrollIntoView({block: 'nearest'});
    field.setAttribute('aria-activedescendant', words.children[chosen].id);
  };
  const accept = ({text, column, length}) => {
    const {row: line} = cursorOf(field);
    field.setRangeText(text, offsetOf(field.value, line, column), offsetOf(field.value, line, column + length), 'end');
    close();
    isAccepting = true;
    field.dispatchEvent(new Event('input'));
    isAccepting = false;
    field.focus();
  };
  const offer = async () => {
    if (isAsking) { isLate = true; return; }  // quick typing asks once more at its end, not for every letter
    [isAsking, isLate] = [true, false];
    const place = cursorOf(field), data = await latest('complete', 'complete', {text: field.value, ...place, most: MOST_WORDS});
    isAsking = false;
    if (isLate) return offer();
    if (!data?.ok || document.activeElement !== field) return;
    found = data.data;
    const typed = found.length ? [...field.value.split('\n')[place.row - 1]].slice(found[0].column - 1, place.column - 1).join('') : '';
    if (!found.length || found.length === 1 && found[0].text === typed) return close();
    words.replaceChildren(...found.map((one, at) => el('li', {id: `own-word-${at}`, role: 'option', 'aria-selected': 'false', onpointerdown: event => event.preventDefault(), onclick: () => accept(one)},
      el('b', {}, one.text), ' ', el('span', {className: 'soft'}, one.meaning || one.sort))));
    words.hidden = false;
    const below = place.row * lineHeight(field) - field.scrollTop + 8;
    words.style.top = `${Math.min(Math.max(below, 0), field.clientHeight)}px`;
    choose(0);
  };
  const explain = async () => {
    const data = await latest('hover', 'hover', {text: field.value, ...cursorOf(field)});
    if (data?.ok) meaning.replaceChildren(...(data.data[0] ? withMarks(data.data[0].text) : []));
  };
  field.addEventListener('input', () => {
    close();
    const before = field.value.slice(0, field.selectionStart);
    if (!isAccepting && /[\w.]$/.test(before)) offer();
  });
  field.addEventListener('keydown', event => {
    if (event.ctrlKey && event.code === 'Space') { event.preventDefault(); return offer(); }
    if (words.hidden) return;
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') choose(chosen + (event.key === 'ArrowDown' ? 1 : -1));
    else if (event.key === 'Enter') accept(found[chosen]);
    else if (event.key === 'Escape') close();
    else return;
    event.preventDefault();
    event.stopPropagation();
  });
  field.addEventListener('blur', close);
  for (const name of ['keyup', 'click']) field.addEventListener(name, event => {
    if (name === 'click' || /^(Arrow|Home|End|Page)/.test(event.key) && words.hidden) close();
    clearTimeout(timer);
    timer = setTimeout(explain, 300);
  });
  return [words, meaning];
}

/** What the library says in Markdown: bold words and code are marked, everything else is text. */
const withMarks = text => text.split(/(\*\*[^*]+\*\*|`[^`]+`)/).map(part => /^\*\*/.test(part) ? el('b', {}, part.slice(2, -2)) : /^`/.test(part) ? el('code', {}, part.slice(1, -1)) : part);

function fixButton(field, problem, check) {
  return el('button', {onclick: async () => {
    const data = await latest('fix', 'fix', {text: field.value, problem});
    const edit = data?.ok ? data.data[0] : null;
    if (!edit) return say(t('own no fix'));
    const above = field.value.split('\n').slice(0, edit.line - 1).map(line => line + '\n').join('');
    const signs = [...field.value];
    signs.splice([...above].length + edit.column - 1, edit.length, edit.new);
    field.value = signs.join('');
    check();
  }}, t('own fix'));
}

// ---- the table of an evening

const evening = makeEvening({
  el, t, listed, store, say, latest, askOnce, messages, download, toHand,
  get state() { return state; },
  get rules() { return rules; },
});

/** A hand is entered for a player at the table, under the rules of the game there. */
function toHand({ruleset, options, circumstances, ...said}) {
  clearHand();
  Object.assign(state, said, {options: {...options}, tab: 'hand', circumstances: Object.fromEntries(circumstances.map(id => [id, 1]))});
  if (isShipped(ruleset)) Object.assign(state, {ruleset, rules: ''});
  loadRules();
}

/** The button that takes a complete hand to the table. */
function renderHandover() {
  const label = analysis?.stage === 'complete' ? evening.handLabel() : '';
  $('handover').hidden = !label;
  $('handover').textContent = label;
}

$('handover').addEventListener('click', () => {
  const {circumstances = [], indicators = {}, pao = {}} = handBody(), tidy = text => text.replaceAll(/\s+/g, '');
  const words = [tidy(state.hand), ...circumstances, ...Object.entries(indicators).map(([name, text]) => `${name}=${tidy(text)}`)];
  evening.takeHand(words.join(' '), Object.values(pao)[0] ?? '');
  state.tab = 'game';
  writeLink();
  showTab();
});

const replay = makeReplay({
  el, t, say, latest, askOnce, messages, practise,
  showSymbols(symbols) { $('symbols').innerHTML = symbols; },
  get state() { return state; },
});

const PANELS = {game: evening.fill, replay: replay.fill, quiz: fillQuiz, table: fillTable, patterns: fillPatterns, own: fillOwn};

// ---- mouse and keyboard

$('ruleset').addEventListener('change', event => chooseRuleset(event.target.value));
$('language').addEventListener('change', event => { state.language = event.target.value; store.set('language', state.language); loadRules(); });
$('notation').addEventListener('input', event => setHand(event.target.value, {fromField: true}));
$('notation').addEventListener('keydown', event => {
  if (event.key !== 'Enter' || !sentence?.ok) return;
  if (sentence.request) takeRequest(sentence.request);
  else if (isPhone() && !sentence.replies.length && !$('answer').classList.contains('open')) $('bar').click();
});
$('back').addEventListener('click', removeLast);
for (const id of ['won', 'house']) $(id).firstElementChild.addEventListener('click', () => setTimeout(() => {  // what opens below the edge of a phone comes up
  if ($(id).open && isPhone()) scrollBy(0, $(id).getBoundingClientRect().top - document.querySelector('.top').offsetHeight);
}));
$('clear').addEventListener('click', clearHand);
$('undo').addEventListener('click', undo);
$('bar').addEventListener('click', () => {
  const open = $('answer').classList.toggle('open');
  $('bar').setAttribute('aria-expanded', String(open));
  $('bar').title = t(open ? 'close answer' : 'open answer');
});

/** Forgets the hand with all that was said about it. */
function clearHand() {
  Object.assign(state, {win: '', discarder: '', indicators: {}, circumstances: {}, pao: {}, own_discards: '', visible: '', events: '', hands: '', others: ''});
  setHand('');
  renderSituation();
  renderTools();
  changed();
}

function undo() {
  if (!past.length) return;
  state.hand = past.pop();
  $('notation').value = state.hand;
  changed();
}

document.addEventListener('keydown', event => {
  const typing = event.target.matches('input, textarea, select');
  if (event.key === 'Escape' && $('answer').classList.contains('open')) $('bar').click();
  if ((event.ctrlKey || event.metaKey) && event.key === 'z' && !typing) { event.preventDefault(); return undo(); }
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown'].includes(event.key) && event.target.matches('button') && event.target.closest(ONE_STOP)) return moveFocus(event);
  if (typing || state.tab !== 'hand') return;
  if (event.key === 'Backspace') { event.preventDefault(); removeLast(); }
  else if (/^[0-9([+]$/.test(event.key)) $('notation').focus();
});

/** One button of a group is reached with Tab, the others from there with the arrow keys. */
function keepOneStop(box, stop = null) {
  const all = [...box.querySelectorAll('button')], free = all.filter(one => !one.disabled);
  const kept = stop ?? free.find(one => one.tabIndex === 0 && one.dataset.stop) ?? free.find(one => one.getAttribute('aria-pressed') === 'true') ?? free[0];
  for (const one of all) {
    one.tabIndex = one === kept ? 0 : -1;
    if (one === kept) one.dataset.stop = 'true'; else delete one.dataset.stop;
  }
}

const ONE_STOP = '#palette, #lying, #tabs, #modes, .one-stop';

document.addEventListener('focusin', event => {
  const box = event.target.closest(ONE_STOP);
  if (box && event.target.matches('button')) keepOneStop(box, event.target);
});

function moveFocus(event) {
  const all = [...event.target.closest(ONE_STOP).querySelectorAll('button:not(:disabled)')];
  const here = event.target.getBoundingClientRect(), x = (here.left + here.right) / 2;
  let next = all[all.indexOf(event.target) + (event.key === 'ArrowRight' ? 1 : -1)];
  if (event.key === 'ArrowUp' || event.key === 'ArrowDown') {
    const down = event.key === 'ArrowDown' ? 1 : -1;
    const rows = all.map(one => [one, one.getBoundingClientRect()]).filter(([, box]) => (box.top - here.top) * down > here.height / 2);
    rows.sort(([, a], [, b]) => (a.top - b.top) * down || Math.abs((a.left + a.right) / 2 - x) - Math.abs((b.left + b.right) / 2 - x));
    next = rows[0]?.[0];
  }
  if (!next) return;
  event.preventDefault();
  next.focus();
  if (next.role === 'tab' || next.matches('[role=tab]')) next.click();
}

addEventListener('hashchange', () => { state = readLink(); past = []; loadRules(); });

state = readLink();
if (isPhone()) $('won').open = false;
const starting = setTimeout(() => say(t('starting'), 0), 300);
whenReady.then(() => { clearTimeout(starting); if ($('status').textContent === t('starting')) say(''); }, error => { clearTimeout(starting); console.error(error); say(t('not started'), 0); });
await loadRules();
document.documentElement.dataset.ready = 'true';
