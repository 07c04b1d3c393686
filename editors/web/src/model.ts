// What the page shows: a text, what is found in it, one function, one selection. Panes tell it what the user does, and
// hear from it what has changed. It asks the engine one thing at a time, the newest of each kind.

import type { ChangeSet } from '@codemirror/state';
import type { Engine } from './engine';
import { type Edit, type FixedAll, type FunctionView, type Instruction, type Kind, kinds, type Link, type Overview, type Place, type Selection, type Text } from './page';

/** What panes may hear of. */
export type Topic =
  | 'text' // another text was opened
  | 'overview' // findings and functions are those of the text
  | 'function' // another function is shown, or its code has changed
  | 'selection' // something else is selected
  | 'view' // the pass or a layer was chosen
  | 'trouble'; // something could not be answered

/** What can be shown or not. */
export type Layer = 'chain' | 'needs' | 'needed' | 'backward' | 'forward' | Kind;

export class Model {
  text: Text = { name: '', text: '', dialect: '' };
  overview: Overview | undefined;
  fn: FunctionView | undefined;
  selection: Selection | undefined;
  trouble = '';
  pass = 0;
  readonly layers = new Set<Layer>(['chain', ...kinds]);

  /** Whether the selection is that of the editor which holds the page, which knows of it. */
  isOutside = false;

  private shownLinks: readonly Link[] | undefined; // links, once they are known
  private answered: Text | undefined; // the text that the overview is of
  private toOpen: Text | undefined;
  private changes: ChangeSet | undefined;
  private place: Place | undefined;
  private outside: Place | undefined; // the last place of the editor that holds the page
  private isStale = false; // the function shown is one of an older text
  private isWorking = false;
  private readonly listeners = new Map<Topic, (() => void)[]>();

  constructor(private readonly engine: Engine) {}

  on(topic: Topic, listener: () => void): void {
    this.listeners.set(topic, [...this.listeners.get(topic) ?? [], listener]);
  }

  private emit(topic: Topic): void {
    this.shownLinks = undefined; // whatever has changed, they may have too
    this.listeners.get(topic)?.forEach(l => l());
  }

  /** Takes another text in the place of the one before. */
  open(text: Text): void {
    this.text = this.toOpen = text;
    this.changes = undefined;
    this.overview = this.fn = this.selection = this.place = undefined;
    this.emit('text');
    void this.work();
  }

  /** Takes what the user has typed: the changes, the text after them, and where the cursor is then. */
  change(changes: ChangeSet, text: string, at: number): void {
    this.text = { ...this.text, text };
    if (this.toOpen !== undefined) {
      this.toOpen = this.text;
    } else {
      this.changes = this.changes?.compose(changes) ?? changes;
    }
    this.place = { at, path: '', pc: 0 };
    void this.work();
  }

  /** Selects what is at an offset of the text. */
  selectAt(at: number): void {
    this.select({ at, path: '', pc: 0 });
  }

  /** Selects what is at the cursor of the editor that holds the page. */
  selectOutside(at: number): void {
    this.outside = { at, path: '', pc: 0 };
    this.select(this.outside);
  }

  /** Selects an instruction. */
  selectInstruction(path: string, pc: number): void {
    this.select({ at: -1, path, pc });
  }

  private select(place: Place): void {
    this.place = place;
    void this.work();
  }

  choosePass(pass: number): void {
    this.pass = pass;
    this.emit('view');
  }

  toggle(layer: Layer): void {
    if (!this.layers.delete(layer)) {
      this.layers.add(layer);
    }
    this.emit('view');
  }

  /** Returns what the text is after all proved fixes. */
  fixAll(): Promise<FixedAll> {
    return this.engine.ask('fixAll', null);
  }

  /** Returns what a hover says of an offset; "" while the text is changing. */
  async hover(at: number): Promise<string> {
    return this.isBehind ? '' : (await this.engine.ask('select', { at, path: '', pc: 0 })).hover;
  }

  /** Whether what was answered is about an older text, or nothing was. */
  get isBehind(): boolean {
    return this.answered !== this.text;
  }

  /** The links that are to be shown, each once. */
  get links(): readonly Link[] {
    return this.shownLinks ??= this.chosenLinks();
  }

  private chosenLinks(): Link[] {
    const { selection: s, layers } = this;
    const all = s === undefined ? [] : (['chain', 'needs', 'needed'] as const).filter(l => layers.has(l)).flatMap(l => s[l]);
    const id = (i: Instruction) => `${i.path} ${i.pc}`;
    return [...new Map(all.filter(l => layers.has(l.kind)).map(l => [`${id(l.from)} ${id(l.to)} ${l.kind} ${l.name}`, l])).values()];
  }

  /** Asks until nothing is left to be asked. */
  private async work(): Promise<void> {
    if (this.isWorking) {
      return;
    }
    this.isWorking = true;
    while (this.toOpen !== undefined || this.changes !== undefined || this.place !== undefined) {
      try {
        await (this.toOpen !== undefined || this.changes !== undefined ? this.workOnText() : this.workOnSelection());
        this.setTrouble('');
      } catch (e) {
        this.setTrouble((e as Error).message);
      }
    }
    this.isWorking = false;
  }

  private setTrouble(trouble: string): void {
    if (trouble !== this.trouble) {
      this.trouble = trouble;
      this.emit('trouble');
    }
  }

  private async workOnText(): Promise<void> {
    const { text, changes } = this, isOther = this.toOpen !== undefined;
    this.toOpen = this.changes = undefined;
    const open = () => this.engine.ask('open', text);
    const overview = isOther ? await open() : await this.engine.ask('edit', editsOf(changes!)).catch(open); // whatever text it had before
    this.isStale = true;
    this.answered = text;
    if (this.isBehind) {
      return;
    }
    this.overview = overview;
    this.place ??= { at: overview.findings[0]?.span.from ?? 0, path: '', pc: 0 };
    this.emit('overview');
  }

  private async workOnSelection(): Promise<void> {
    const place = this.place!;
    this.place = undefined;
    const selection = await this.engine.ask('select', place);
    const needsFunction = this.isStale || this.fn?.path !== selection.path;
    const fn = needsFunction && !this.isBehind ? await this.engine.ask('function', { path: selection.path }) : this.fn;
    if (this.isBehind) {
      return;
    }
    this.selection = selection;
    this.isOutside = place === this.outside;
    this.fn = fn;
    this.isStale = false;
    if (needsFunction) {
      this.pass = Math.min(this.pass, (fn?.passes.length ?? 1) - 1);
      this.emit('function');
    }
    this.emit('selection');
  }
}

function editsOf(changes: ChangeSet): Edit[] {
  const edits: Edit[] = [];
  changes.iterChanges((from, to, _fromB, _toB, inserted) => edits.push({ from, to, new: inserted.toString() }));
  return edits;
}
