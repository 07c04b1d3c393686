// The page: its panes, and what stands around them.

import { changesOf, showFixes } from './diff';
import { Details, Findings } from './dock';
import { byId, make } from './dom';
import { engine as engineOf } from './engine';
import { dialects, examples } from './examples';
import { GraphPane } from './graph';
import { Listing } from './listing';
import { type Layer, Model } from './model';
import type { Text } from './page';
import { recall, remember } from './settings';
import { fragmentOf, textOf } from './share';
import { Source } from './source';
import { splitters } from './splitters';

const { way, engine } = engineOf();
const model = new Model(engine);
document.documentElement.dataset.way = way;

const source = new Source(byId('source'), model);
new Listing(byId('listing'), model);
new GraphPane(byId('graph'), model);
new Findings(model, edits => source.fix(edits));
new Details(model);

themes();
choices();
passes();
layers();
sharing();
followed();
keys();
splitters();
void begin();

/** Shows the text of the link, or what the engine tells, or the first example. */
async function begin(): Promise<void> {
  const shared = await sharedText();
  if (shared !== undefined) {
    model.open(shared);
  } else {
    engine.listen({ text: follow, none: () => model.text.name === '' && model.open(examples[0]!.text), cursor: at => model.selectOutside(at) });
  }
}

/** Takes another text: where it is the same file in a newer state as changes of it, so that the cursor stays. */
function follow(text: Text): void {
  const isNewer = way === 'server' && text.name === model.text.name && model.text.text !== '';
  if (isNewer) {
    source.apply(changesOf(model.text.text, text.text));
  } else {
    model.open(text);
  }
}

async function sharedText() {
  try {
    return await textOf(location.hash);
  } catch (e) {
    showTrouble((e as Error).message);
    return undefined;
  }
}

function showTrouble(message: string): void {
  byId('trouble').textContent = message;
  byId('trouble').hidden = message === '';
}

function themes(): void {
  const names = ['auto', 'light', 'dark'], button = byId('theme');
  const set = (name: string) => {
    document.documentElement.dataset.theme = name;
    button.textContent = { auto: 'Auto', light: 'Light', dark: 'Dark' }[name] ?? name;
    button.setAttribute('aria-label', `Colours: ${name}`);
  };
  if (way === 'editor') { // which has colours of its own
    const follow = () => set(document.body.classList.contains('vscode-light') || document.body.classList.contains('vscode-high-contrast-light') ? 'light' : 'dark');
    new MutationObserver(follow).observe(document.body, { attributeFilter: ['class'] });
    return follow();
  }
  set(recall('theme') ?? 'auto');
  button.addEventListener('click', () => {
    const next = names[(names.indexOf(document.documentElement.dataset.theme ?? '') + 1) % names.length]!;
    remember('theme', next);
    set(next);
  });
}

/** The menus of examples, dialects and functions. */
function choices(): void {
  const example = byId<HTMLSelectElement>('examples'), dialect = byId<HTMLSelectElement>('dialect'), fn = byId<HTMLSelectElement>('function');
  example.append(...examples.map(({ title }, n) => make('option', { value: n }, title)));
  dialect.append(...dialects.map(([name, title]) => make('option', { value: name }, title)));
  example.addEventListener('change', () => {
    if (example.value !== '') {
      history.replaceState(null, '', location.pathname);
      model.open(examples[Number(example.value)]!.text);
    }
  });
  dialect.addEventListener('change', () => model.open({ ...model.text, dialect: dialect.value }));
  fn.addEventListener('change', () => model.selectInstruction(fn.value, 0));
  byId('fix-all').addEventListener('click', () => {
    showFixes(model, edits => source.apply(edits)).catch(e => showTrouble(e.message));
  });
  model.on('text', () => {
    byId('name').textContent = model.text.name;
    dialect.value = model.text.dialect;
    example.value = String(examples.findIndex(e => e.text.text === model.text.text));
    if (example.value === '-1' || example.selectedIndex < 0) {
      example.value = '';
    }
  });
  model.on('overview', () => {
    const { dialect: used, functions } = model.overview!;
    byId('dialect-used').textContent = used === model.text.dialect || used === 'auto' ? '' : `read as ${used}`;
    fn.replaceChildren(...functions.map(f => make('option', { value: f.path }, `${f.name} · ${f.size}`)));
    fn.value = model.fn?.path ?? '';
  });
  model.on('function', () => { fn.value = model.fn?.path ?? ''; });
  model.on('trouble', () => showTrouble(model.trouble));
}

function passes(): void {
  const slider = byId<HTMLInputElement>('pass');
  const show = () => {
    const all = model.fn?.passes ?? [], pass = all[model.pass];
    slider.max = String(Math.max(0, all.length - 1));
    slider.value = String(model.pass);
    slider.disabled = all.length < 2;
    slider.setAttribute('aria-valuetext', pass?.name ?? '');
    byId('pass-name').textContent = pass?.name ?? '';
    byId('pass-about').textContent = pass?.about ?? '';
  };
  slider.addEventListener('input', () => model.choosePass(Number(slider.value)));
  model.on('function', show);
  model.on('view', show);
}

/** The legend: what can be shown of a selection, and in which colour. */
function layers(): void {
  const titles: [Layer, string, string][] = [
    ['chain', 'Chain', 'arrows from the stores that reach the selection, and to the reads that it reaches'],
    ['needs', 'Needs', 'arrows from what the selected instructions need, by one step'],
    ['needed', 'Needed by', 'arrows to what needs the selected instructions, by one step'],
    ['backward', 'Slice back', 'all that the selection depends on'],
    ['forward', 'Slice on', 'all that depends on the selection'],
    ['value', 'value', 'through a register'],
    ['cell', 'cell', 'through a variable that a function captures'],
    ['slot', 'slot', 'through a field of a table'],
    ['control', 'control', 'decides whether it runs'],
  ];
  byId('layers').append(...titles.map(([layer, title, about]) => {
    const box = make('input', { type: 'checkbox', id: `layer-${layer}`, checked: model.layers.has(layer) });
    box.addEventListener('change', () => model.toggle(layer));
    return make('label', { class: `layer ${layer}`, title: about }, box, make('i', { class: `dot ${layer}` }), title);
  }));
}

function sharing(): void {
  byId('share').addEventListener('click', async () => {
    history.replaceState(null, '', await fragmentOf(model.text));
    let said = 'The address of this page carries the program now';
    try {
      await navigator.clipboard.writeText(location.href);
      said += ', and is copied';
    } catch {
      // a page that may not use the clipboard has the address in its bar
    }
    byId('status').textContent = said;
  });
  addEventListener('hashchange', async () => {
    const text = await sharedText();
    if (text !== undefined) {
      showTrouble('');
      model.open(text);
    }
  });
}

/** Has an editor that holds the page show what is selected in it. */
function followed(): void {
  model.on('selection', () => {
    if (!model.isOutside && model.selection !== undefined) {
      engine.reveal(model.selection.span.from, model.selection.span.to);
    }
  });
}

/** F6 goes to the next pane, and Shift+F6 to the one before. */
function keys(): void {
  addEventListener('keydown', e => {
    if (e.key !== 'F6') {
      return;
    }
    e.preventDefault();
    const panes = [...document.querySelectorAll<HTMLElement>('[data-pane]')].filter(p => p.offsetParent !== null);
    const now = panes.findIndex(p => p.contains(document.activeElement));
    focusIn(panes[(now + (e.shiftKey ? panes.length - (now < 0 ? 0 : 1) : 1)) % panes.length]!);
  });
}

function focusIn(pane: HTMLElement): void {
  if (pane.id === 'source-pane') {
    source.view.focus();
  } else {
    (pane.querySelector<HTMLElement>('.scroller, .finding-goto, #details') ?? pane).focus();
  }
}
