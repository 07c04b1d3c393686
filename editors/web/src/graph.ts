// The pane of the control-flow graph: blocks in layers, as the engine has placed them, and of the block that is selected
// what dominates it, what follows it in any case, and its loop.

import { byId, eachFrame, make } from './dom';
import type { Model } from './model';
import type { Block, Graph } from './page';
import { canvas, contents, file, height, type Part, unit, width } from './picture';

export class GraphPane {
  private readonly scroller = make('div', { class: 'scroller', tabindex: 0, role: 'listbox', 'aria-label': 'Control-flow graph' });
  private graph: Graph | undefined;
  private path: string | undefined; // of the function that is shown
  private part: Part | undefined; // of the picture, that is drawn
  private marks = new Map<number, string[]>(); // classes of blocks
  private svg: SVGSVGElement | undefined;
  private zoom = 1;
  private selected = -1;
  private readonly render = eachFrame(() => this.renderNow());

  constructor(place: HTMLElement, private readonly model: Model) {
    place.append(this.scroller);
    this.scroller.addEventListener('click', e => this.click(e.target as Element));
    this.scroller.addEventListener('keydown', e => this.key(e));
    this.scroller.addEventListener('scroll', this.render, { passive: true });
    new ResizeObserver(this.render).observe(this.scroller);
    this.scroller.addEventListener('wheel', e => {
      if (e.ctrlKey) {
        e.preventDefault();
        this.setZoom(this.zoom * 1.0015 ** -e.deltaY);
      }
    }, { passive: false });
    byId('zoom-in').addEventListener('click', () => this.setZoom(this.zoom * 1.25));
    byId('zoom-out').addEventListener('click', () => this.setZoom(this.zoom / 1.25));
    byId('zoom-fit').addEventListener('click', () => this.fit());
    byId('export').addEventListener('click', () => this.save());
    model.on('function', () => this.load());
    model.on('text', () => this.load());
    model.on('selection', () => this.select());
  }

  private load(): void {
    const { fn } = this.model, isSame = fn !== undefined && fn.path === this.path;
    const { scrollLeft, scrollTop } = this.scroller;
    this.path = fn?.path;
    this.graph = fn?.noGraph === '' ? fn.graph : undefined;
    this.selected = -1;
    this.marks.clear();
    this.part = undefined;
    this.svg = this.graph === undefined ? undefined : canvas(this.graph);
    this.scroller.replaceChildren(this.svg ?? make('p', { class: 'nothing' }, fn?.noGraph ?? ''));
    if (this.graph !== undefined) {
      const fits = (this.scroller.clientWidth - 24) / (width(this.graph) * unit);
      this.setZoom(isSame ? this.zoom : Math.min(1, Math.max(0.8, fits)));
      this.scroller.scrollTo(isSame ? { left: scrollLeft, top: scrollTop } : { left: 0, top: 0 });
    }
  }

  private setZoom(zoom: number): void {
    this.zoom = Math.min(3, Math.max(0.05, zoom));
    if (this.graph !== undefined) {
      this.svg!.style.width = `${width(this.graph) * unit * this.zoom}px`;
      this.svg!.style.height = `${height(this.graph) * unit * this.zoom}px`;
      this.render();
    }
  }

  private fit(): void {
    if (this.graph !== undefined) {
      const { clientWidth, clientHeight } = this.scroller;
      this.setZoom(Math.min(1.5, (clientWidth - 24) / (width(this.graph) * unit), (clientHeight - 24) / (height(this.graph) * unit)));
    }
  }

  /** Draws what can be seen and what is around it, unless it is drawn. */
  private renderNow(): void {
    if (this.graph === undefined) {
      return;
    }
    const { scrollLeft, scrollTop, clientWidth, clientHeight } = this.scroller, scale = unit * this.zoom;
    const seen = { left: scrollLeft / scale, top: scrollTop / scale, right: (scrollLeft + clientWidth) / scale, bottom: (scrollTop + clientHeight) / scale };
    const { part } = this;
    const isDrawn = part !== undefined && part.left <= seen.left && part.top <= seen.top && part.right >= seen.right && part.bottom >= seen.bottom;
    if (!isDrawn) {
      const aside = seen.right - seen.left, along = seen.bottom - seen.top;
      this.part = { left: seen.left - aside, top: seen.top - along, right: seen.right + aside, bottom: seen.bottom + along };
      this.svg!.replaceChildren(...contents(this.graph, this.part, n => this.marks.get(n)?.join(' ') ?? ''));
    }
  }

  private select(): void {
    const { selection, fn } = this.model, blocks = this.graph?.blocks ?? [];
    const n = selection?.path === fn?.path ? selection?.block ?? -1 : -1;
    this.selected = n;
    this.mark(relatives(blocks, n, selection?.path === fn?.path ? selection?.pcs ?? [] : []));
    this.reveal(blocks[n]);
    this.renderNow(); // so that what is active is there
    this.scroller.setAttribute('aria-activedescendant', n < 0 ? '' : `block-${n}`);
    byId('graph-note').textContent = blocks[n] === undefined ? '' : relations(blocks, n);
  }

  /** Gives blocks classes, and takes those away that they had. */
  private mark(marks: Map<number, string[]>): void {
    const before = this.marks;
    this.marks = marks;
    for (const n of new Set([...before.keys(), ...marks.keys()])) {
      const group = this.svg?.querySelector(`#block-${n}`);
      group?.classList.remove(...before.get(n) ?? []);
      group?.classList.add(...marks.get(n) ?? []);
      group?.setAttribute('aria-selected', String(n === this.selected));
    }
  }

  /** Scrolls so that a block can be seen, where it cannot. */
  private reveal(block: Block | undefined): void {
    if (block === undefined) {
      return;
    }
    const { scrollLeft, scrollTop, clientWidth, clientHeight } = this.scroller, scale = unit * this.zoom;
    const [left, top, right, bottom] = [block.x, block.y, block.x + block.width, block.y + block.height].map(v => v * scale) as [number, number, number, number];
    if (top < scrollTop || bottom > scrollTop + clientHeight) {
      this.scroller.scrollTop = Math.max(0, top - 24);
    }
    if (left < scrollLeft || right > scrollLeft + clientWidth) {
      this.scroller.scrollLeft = Math.max(0, left - 24);
    }
  }

  private choose(n: number): void {
    const block = this.graph?.blocks[n];
    if (block !== undefined) {
      this.model.selectInstruction(this.model.fn!.path, block.from);
    }
  }

  private click(target: Element): void {
    const group = target.closest<SVGElement>('.block');
    if (group !== null) {
      this.choose(Number(group.dataset.block));
    }
  }

  /** Down goes along the first edge, up to where an edge comes from, left and right to what stands beside. */
  private key(e: KeyboardEvent): void {
    const { graph, selected } = this;
    if (graph === undefined || e.ctrlKey || e.metaKey || e.altKey) {
      return;
    }
    const beside = graph.blocks.map((b, n) => ({ n, b })).filter(({ b }) => Math.abs(b.y - (graph.blocks[selected]?.y ?? -9)) < 1).sort((a, b) => a.b.x - b.b.x).map(({ n }) => n);
    const targets: Record<string, () => number | undefined> = {
      ArrowDown: () => selected < 0 ? 0 : graph.edges.find(x => x.from === selected && !x.back)?.to,
      ArrowUp: () => graph.edges.find(x => x.to === selected && !x.back)?.from,
      ArrowLeft: () => beside[beside.indexOf(selected) - 1],
      ArrowRight: () => beside[beside.indexOf(selected) + 1],
      Home: () => 0,
      End: () => graph.blocks.length - 1,
    };
    const target = targets[e.key];
    if (target !== undefined) {
      e.preventDefault();
      this.choose(target() ?? selected);
    } else if (e.key === '+' || e.key === '-') {
      this.setZoom(e.key === '+' ? this.zoom * 1.25 : this.zoom / 1.25);
    }
  }

  /** Saves the picture as a file. */
  private save(): void {
    if (this.graph === undefined) {
      return;
    }
    const address = URL.createObjectURL(new Blob([file(this.graph)], { type: 'image/svg+xml' }));
    make('a', { href: address, download: `${this.model.text.name.replace(/\.lua$/, '') || 'graph'}-${this.model.fn!.path.replaceAll('/', '-')}.svg` }).click();
    setTimeout(() => URL.revokeObjectURL(address), 10_000);
  }
}

/** Returns the classes of the blocks that have to do with one, and of those that some instructions are in. */
function relatives(blocks: readonly Block[], n: number, pcs: readonly number[]): Map<number, string[]> {
  const marks = new Map<number, string[]>();
  const add = (block: number, name: string) => marks.set(block, [...marks.get(block) ?? [], name]);
  const loop = blocks[n]?.loop ?? -1;
  blocks.forEach((b, other) => {
    if (other !== n && pcs.some(pc => pc >= b.from && pc < b.to)) {
      add(other, 'has');
    }
    if (loop >= 0 && b.loop === loop) {
      add(other, 'inloop');
    }
  });
  above(blocks, n, b => b.dominator).forEach(b => add(b, 'dominator'));
  above(blocks, n, b => b.postDominator).forEach(b => add(b, 'postdominator'));
  if (blocks[n] !== undefined) {
    add(n, 'selected');
  }
  return marks;
}

/** The blocks that one leads to by a relation, the nearest first. */
function above(blocks: readonly Block[], n: number, next: (b: Block) => number): number[] {
  const list: number[] = [];
  for (let b = blocks[n] === undefined ? -1 : next(blocks[n]); b >= 0 && list.length < blocks.length; b = next(blocks[b]!)) {
    list.push(b);
  }
  return list;
}

/** Returns how other blocks are related to one, for people. */
function relations(blocks: readonly Block[], n: number): string {
  const { dominator, postDominator, loop } = blocks[n]!;
  return [`b${n}`, dominator >= 0 ? `dominated by b${dominator}` : '', postDominator >= 0 ? `followed in any case by b${postDominator}` : '',
    loop === n ? 'begins a loop' : loop >= 0 ? `in the loop of b${loop}` : ''].filter(t => t !== '').join(' · ');
}

