// The pane of the listing: the code of a function after a pass, with the live ranges of its registers beside it. Only
// the rows that can be seen are elements.

import { tips } from './arrows';
import { draw, eachFrame, make } from './dom';
import type { Model } from './model';
import { kinds, type Kind, type Line, type Link, type Range, type Register } from './page';

const rowHeight = 20, gutter = 44; // px
const extra = 8; // rows beyond what can be seen

/** What hangs together with the selection, by pc. */
interface Marked { pcs: Set<number>; ends: Map<number, Kind>; backward: Set<number>; forward: Set<number> }

export class Listing {
  private lines: readonly Line[] = [];
  private rowOf = new Map<number, number>(); // the first row of each pc that has one
  private active = 0; // row
  private marked: Marked = { pcs: new Set(), ends: new Map(), backward: new Set(), forward: new Set() };
  private carried: { column: number | undefined; from: number; to: number }[] = []; // by arrows of this function
  private readonly rows = make('div', { class: 'rows' });
  private readonly svg = draw('svg', { class: 'bars', 'aria-hidden': true });
  private readonly sizer = make('div', { class: 'sizer' }, this.rows, this.svg);
  private readonly head = make('div', { class: 'registers', 'aria-hidden': true });
  private readonly scroller = make('div', { class: 'scroller', tabindex: 0, role: 'listbox', 'aria-label': 'Instructions' }, this.sizer);
  private readonly render = eachFrame(() => this.renderNow());

  constructor(place: HTMLElement, private readonly model: Model) {
    place.append(this.head, this.scroller);
    this.scroller.addEventListener('scroll', this.render, { passive: true });
    new ResizeObserver(this.render).observe(this.scroller);
    this.scroller.addEventListener('click', e => this.click(e.target as Element));
    this.scroller.addEventListener('keydown', e => this.key(e));
    model.on('function', () => this.load());
    model.on('selection', () => this.select(true));
    model.on('view', () => {
      this.load();
      this.select(false);
    });
    model.on('text', () => this.load());
  }

  private load(): void {
    const { fn, pass } = this.model;
    const lines = fn?.passes[pass]?.lines ?? [];
    if (lines !== this.lines) {
      this.lines = lines;
      this.rowOf = new Map([...lines.entries()].reverse().map(([row, l]) => [l.pc, row]));
    }
    this.active = Math.min(this.active, Math.max(0, lines.length - 1));
    this.sizer.style.height = `${lines.length * rowHeight}px`;
    this.sizer.style.setProperty('--left', `${this.left}px`);
    this.head.replaceChildren(...this.columnWidth < 9 ? [] : this.registers.map(({ number }, column) => {
      const label = make('span', {}, `${this.columnWidth < 20 ? '' : 'R'}${number}`);
      label.style.left = `${this.columnAt(column) - 12}px`;
      return label;
    }));
    this.render();
  }

  /** The registers that have columns: none where a pass has given them other numbers than those whose lives are known. */
  private get registers(): readonly Register[] {
    const { fn, pass } = this.model;
    return fn?.passes[pass]?.name === 'optimised' ? [] : fn?.registers ?? [];
  }

  /** The width of the column of one register. */
  private get columnWidth(): number {
    const n = this.registers.length;
    return n <= 8 ? 22 : n <= 14 ? 14 : Math.max(2, Math.floor(160 / n));
  }

  private get left(): number {
    return this.registers.length * this.columnWidth + gutter;
  }

  /** The middle of the column of a register. */
  private columnAt(column: number): number {
    return (column + 0.5) * this.columnWidth + 2;
  }

  private select(goes: boolean): void {
    const { selection: s, fn, links, layers } = this.model;
    const path = fn?.path;
    const here = (layer: 'backward' | 'forward') => new Set(s === undefined || !layers.has(layer) ? [] : s[layer].instructions.filter(i => i.path === path).map(i => i.pc));
    this.marked = {
      pcs: new Set(s?.path === path ? s?.pcs : []), backward: here('backward'), forward: here('forward'),
      ends: new Map(links.flatMap(l => [l.from, l.to].filter(i => i.path === path).map(i => [i.pc, l.kind] as const))),
    };
    this.carried = links.filter(l => l.from.path === path && l.to.path === path)
      .map(l => ({ column: this.columnOf(l), from: Math.min(l.from.pc, l.to.pc), to: Math.max(l.from.pc, l.to.pc) }));
    const row = this.rowOf.get([...this.marked.pcs].find(pc => this.rowOf.has(pc)) ?? -1);
    if (goes && row !== undefined) {
      if (!this.marked.pcs.has(this.lines[this.active]?.pc ?? -1)) {
        this.active = row;
      }
      this.reveal(this.active);
    }
    this.render();
  }

  private reveal(row: number): void {
    const { scrollTop, clientHeight } = this.scroller, top = row * rowHeight;
    if (top < scrollTop || top + rowHeight > scrollTop + clientHeight) {
      const isFar = top < scrollTop - clientHeight || top > scrollTop + 2 * clientHeight;
      this.scroller.scrollTop = isFar ? top - clientHeight / 3 : top < scrollTop ? top : top + rowHeight - clientHeight;
    }
  }

  private renderNow(): void {
    const { scrollTop, clientHeight } = this.scroller;
    const first = Math.max(0, Math.floor(scrollTop / rowHeight) - extra);
    const end = Math.min(this.lines.length, Math.ceil((scrollTop + clientHeight) / rowHeight) + extra);
    this.rows.style.transform = `translateY(${first * rowHeight}px)`;
    const rows: HTMLElement[] = [];
    for (let row = first; row < end; row++) {
      rows.push(this.rowElement(row));
    }
    this.rows.replaceChildren(...rows);
    const isShown = this.active >= first && this.active < end;
    this.scroller.setAttribute('aria-activedescendant', isShown ? `row-${this.active}` : '');
    this.svg.setAttribute('width', String(this.left));
    this.svg.setAttribute('height', String((end - first) * rowHeight));
    this.svg.style.transform = `translateY(${first * rowHeight}px)`;
    this.svg.replaceChildren(tips('listing', kinds), ...this.bars(first, end), ...this.arrows(first, end));
  }

  private rowElement(row: number): HTMLElement {
    const line = this.lines[row]!, { marked } = this, pc = line.pc;
    const isSelected = marked.pcs.has(pc), kind = marked.ends.get(pc);
    const classes = ['row', line.status, isSelected && 'selected', row === this.active && 'active', kind !== undefined && `end ${kind}`,
      marked.backward.has(pc) && 'backward', marked.forward.has(pc) && 'forward', row > 0 && this.lines[row - 1]!.block !== line.block && 'begins'];
    const [, opcode, operands] = /^(\S*)\s*(.*)$/s.exec(line.text)!;
    return make('div', {
      class: classes.filter(Boolean).join(' '), id: `row-${row}`, role: 'option', 'aria-selected': String(isSelected), 'data-pc': pc,
      'aria-setsize': this.lines.length, 'aria-posinset': row + 1, 'aria-label': spoken(line),
    }, make('span', { class: 'pc' }, String(pc + 1)), make('span', { class: 'opcode' }, opcode!), make('span', { class: 'operands' }, operands!),
    make('span', { class: 'comment', title: [line.comment, line.note].filter(Boolean).join('\n') }, line.comment, line.note === '' ? '' : make('span', { class: 'note' }, line.note)),
    make('span', { class: 'line' }, line.source > 0 ? String(line.source) : ''));
  }

  /** Where an instruction is on the page, in rows; of one that a pass has dropped, where it would be. */
  private rowNear(pc: number): number {
    for (let at = pc; at >= 0 && at > pc - 1000; at--) {
      const row = this.rowOf.get(at);
      if (row !== undefined) {
        return at === pc ? row : row + 1;
      }
    }
    return 0;
  }

  private bars(first: number, end: number): Element[] {
    const bars: Element[] = [], width = Math.min(8, this.columnWidth - 2);
    this.registers.forEach((register, column) => register.ranges.forEach((range, n) => {
      const top = Math.max(this.rowNear(range.from), first - 1), bottom = Math.min(this.rowNear(range.to), end + 1);
      if (top >= bottom) {
        return;
      }
      bars.push(draw('rect', {
        x: this.columnAt(column) - width / 2, y: (top - first) * rowHeight + 2, width, height: (bottom - top) * rowHeight - 4, rx: Math.min(3, width / 2),
        class: `range${range.name === '' ? ' temporary' : ''}${this.isSelected(range, column) ? ' selected' : ''}`, 'data-register': column, 'data-range': n,
      }, draw('title', {}, `R${register.number}${range.name === '' ? '' : ` holds ${range.name}`}, needed from ${range.from + 1} to ${range.to}`)));
    }));
    return bars;
  }

  /** Whether a range is of the variable that is selected, or holds a value that an arrow carries. */
  private isSelected({ span, from, to }: Range, column: number): boolean {
    return (span.from < span.to && span.from === this.model.selection?.span.from)
      || this.carried.some(c => c.column === column && from <= c.to && to > c.from);
  }

  private arrows(first: number, end: number): Element[] {
    const path = this.model.fn?.path, arrows: Element[] = [];
    const y = (row: number) => (Math.max(first - 40, Math.min(end + 40, row)) - first + 0.5) * rowHeight;
    const isThere = (pc: number) => pc < 0 || this.rowOf.has(pc);
    this.model.links.filter(l => l.from.path === path && l.to.path === path && isThere(l.from.pc) && isThere(l.to.pc)).slice(0, 2000).forEach((link, n) => {
      const from = this.rowNear(link.from.pc), to = this.rowNear(link.to.pc);
      if (Math.max(from, to) >= first && Math.min(from, to) < end) {
        arrows.push(this.arrow(link, y(from), y(to), n));
      }
    });
    return arrows;
  }

  /** An arrow along the column of the register that holds the value, or beside the code for what no register holds. */
  private arrow(link: Link, from: number, to: number, n: number): Element {
    const column = this.columnOf(link), right = this.left - 4, down = to >= from ? 1 : -1;
    const x = column === undefined ? right : this.columnAt(column);
    const depth = Math.min(gutter - 8, 8 + Math.abs(to - from) / 14 + (n % 4) * 3);
    const d = column === undefined || from === to
      ? `M${right},${from} C${right - depth * 1.3},${from} ${right - depth * 1.3},${to} ${right},${to}`
      : `M${x},${from + down * 3} C${x + 9},${from + (to - from) * 0.3} ${x + 9},${from + (to - from) * 0.7} ${x + 1},${to - down * 4}`;
    return draw('path', { d, class: `arrow ${link.kind}`, 'marker-end': `url(#listing-${link.kind})`, 'data-from': link.from.pc, 'data-to': link.to.pc });
  }

  private columnOf(link: Link): number | undefined {
    const { registers } = this;
    if (link.kind !== 'value') {
      return undefined;
    }
    const column = registers.findIndex(r => `R${r.number}` === link.name || r.ranges.some(g => g.name === link.name && g.name !== '' && link.to.pc >= g.from && link.to.pc <= g.to));
    return column < 0 ? undefined : column;
  }

  private click(target: Element): void {
    const bar = target.closest<SVGElement>('[data-register]'), row = target.closest<HTMLElement>('.row');
    const path = this.model.fn?.path;
    if (path === undefined) {
      return;
    }
    if (bar !== null) {
      const { span, from } = this.registers[Number(bar.dataset.register)]!.ranges[Number(bar.dataset.range)]!;
      if (span.from < span.to) {
        this.model.selectAt(span.from);
      } else {
        this.model.selectInstruction(path, from);
      }
    } else if (row !== null) {
      this.choose(Number(row.id.slice('row-'.length)));
    }
  }

  private choose(row: number): void {
    this.active = row;
    this.reveal(row);
    this.render();
    this.model.selectInstruction(this.model.fn!.path, this.lines[row]!.pc);
  }

  private key(e: KeyboardEvent): void {
    const page = Math.max(1, Math.floor(this.scroller.clientHeight / rowHeight) - 1), last = this.lines.length - 1;
    const moves: Record<string, number> = { ArrowDown: 1, ArrowUp: -1, PageDown: page, PageUp: -page, Home: -Infinity, End: Infinity };
    const move = moves[e.key];
    if (move === undefined || last < 0 || e.ctrlKey || e.metaKey || e.altKey) {
      return;
    }
    e.preventDefault();
    this.choose(Math.max(0, Math.min(last, this.active + move)));
  }
}

/** Returns what a screen reader says of a line. */
function spoken({ pc, text, comment, note, status, source }: Line): string {
  return [`${pc + 1}`, text, comment, note, status === 'live' ? '' : status === 'dead' ? 'dead: nothing needs it' : 'unreachable', source > 0 ? `line ${source}` : '']
    .filter(t => t !== '').join(', ');
}
