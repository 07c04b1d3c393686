// The pane of the control-flow graph: blocks in layers, as the engine has placed them, and of the block that is selected
// what dominates it, what follows it in any case, and its loop.

import { byId, draw, make } from './dom';
import type { Model } from './model';
import type { Block, Edge, Graph } from './page';

const unit = 7.2; // px to a unit of the graph: the width of a character
const lineHeight = 1.8, size = 1.66, margin = 0.5; // units: of lines and their letters, and around the whole

/** The size of the picture of a graph, in units. */
const width = (graph: Graph) => graph.width + 2 * margin, height = (graph: Graph) => graph.height + 2 * margin;

export class GraphPane {
  private readonly scroller = make('div', { class: 'scroller', tabindex: 0, role: 'listbox', 'aria-label': 'Control-flow graph' });
  private graph: Graph | undefined;
  private drawn = ''; // what the picture is of
  private svg: SVGSVGElement | undefined;
  private zoom = 1;
  private selected = -1;

  constructor(place: HTMLElement, private readonly model: Model) {
    place.append(this.scroller);
    this.scroller.addEventListener('click', e => this.click(e.target as Element));
    this.scroller.addEventListener('keydown', e => this.key(e));
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
    const { fn } = this.model;
    const now = JSON.stringify(fn?.graph ?? null);
    if (fn !== undefined && now === this.drawn && fn.noGraph === '') {
      return;
    }
    this.drawn = now;
    this.graph = fn?.noGraph === '' ? fn.graph : undefined;
    this.selected = -1;
    this.svg = this.graph === undefined ? undefined : picture(this.graph);
    this.scroller.replaceChildren(this.svg ?? make('p', { class: 'nothing' }, fn?.noGraph ?? ''));
    if (this.graph !== undefined) {
      const fits = (this.scroller.clientWidth - 24) / (width(this.graph) * unit);
      this.setZoom(Math.min(1, Math.max(0.8, fits)));
    }
  }

  private setZoom(zoom: number): void {
    this.zoom = Math.min(3, Math.max(0.05, zoom));
    if (this.graph !== undefined) {
      this.svg!.style.width = `${width(this.graph) * unit * this.zoom}px`;
      this.svg!.style.height = `${height(this.graph) * unit * this.zoom}px`;
    }
  }

  private fit(): void {
    if (this.graph !== undefined) {
      const { clientWidth, clientHeight } = this.scroller;
      this.setZoom(Math.min(1.5, (clientWidth - 24) / (width(this.graph) * unit), (clientHeight - 24) / (height(this.graph) * unit)));
    }
  }

  private groupOf(block: number): Element | null {
    return this.svg?.querySelector(`#block-${block}`) ?? null;
  }

  private select(): void {
    const { selection, fn } = this.model, blocks = this.graph?.blocks ?? [];
    const n = selection?.path === fn?.path ? selection?.block ?? -1 : -1;
    this.svg?.querySelectorAll('.block').forEach(b => {
      b.classList.remove('selected', 'dominator', 'postdominator', 'inloop', 'has');
      b.setAttribute('aria-selected', 'false');
    });
    this.selected = n;
    this.scroller.setAttribute('aria-activedescendant', n < 0 ? '' : `block-${n}`);
    const of = new Set(selection?.pcs ?? []);
    blocks.forEach((b, other) => {
      if (other !== n && [...of].some(pc => pc >= b.from && pc < b.to)) {
        this.groupOf(other)?.classList.add('has');
      }
      if (blocks[n] !== undefined && blocks[n].loop >= 0 && b.loop === blocks[n].loop) {
        this.groupOf(other)?.classList.add('inloop');
      }
    });
    above(blocks, n, b => b.dominator).forEach(b => this.groupOf(b)?.classList.add('dominator'));
    above(blocks, n, b => b.postDominator).forEach(b => this.groupOf(b)?.classList.add('postdominator'));
    const group = this.groupOf(n);
    group?.classList.add('selected');
    group?.setAttribute('aria-selected', 'true');
    this.reveal(blocks[n]);
    byId('graph-note').textContent = blocks[n] === undefined ? '' : relations(blocks, n);
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

  /** Saves the picture as a file, which has its colours in it. */
  private save(): void {
    if (this.graph === undefined) {
      return;
    }
    const svg = picture(this.graph);
    svg.setAttribute('xmlns', 'http://www.w3.org/2000/svg');
    svg.setAttribute('width', String(Math.ceil(width(this.graph) * unit)));
    svg.setAttribute('height', String(Math.ceil(height(this.graph) * unit)));
    svg.prepend(draw('style', {}, style));
    const address = URL.createObjectURL(new Blob([new XMLSerializer().serializeToString(svg)], { type: 'image/svg+xml' }));
    make('a', { href: address, download: `${this.model.text.name.replace(/\.lua$/, '') || 'graph'}-${this.model.fn!.path.replaceAll('/', '-')}.svg` }).click();
    setTimeout(() => URL.revokeObjectURL(address), 10_000);
  }
}

/** The colours of a picture that is saved: light or dark as the reader has it. */
const style = `svg { color-scheme: light dark; font-family: monospace; background: #fff; --fg: #1f2328; --line: #8c959f; --box: #f6f8fa; --loop: #0969da; }
@media (prefers-color-scheme: dark) { svg { background: #0d1117; --fg: #e6edf3; --line: #6e7681; --box: #161b22; --loop: #58a6ff; } }
text { fill: var(--fg); white-space: pre; } .title { font-weight: bold; } .if { font-style: italic; opacity: 0.75; }
rect { fill: var(--box); stroke: var(--line); stroke-width: 0.12; } .loop rect { stroke: var(--loop); stroke-width: 0.25; }
.edge { fill: none; stroke: var(--line); stroke-width: 0.15; } .edge.back { stroke: var(--loop); } .tip { fill: var(--line); } .tip.back { fill: var(--loop); }
.unreachable { opacity: 0.5; } .unreachable rect, .edge.unreachable { stroke-dasharray: 0.6 0.4; }`;

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

function picture(graph: Graph): SVGSVGElement {
  const tip = (id: string, name: string) => draw('marker', { id, viewBox: '0 0 8 8', refX: 8, refY: 4, markerWidth: 1, markerHeight: 1, markerUnits: 'userSpaceOnUse', orient: 'auto' },
    draw('path', { d: 'M0,0.5 L8,4 L0,7.5 z', class: name }));
  const svg = draw('svg', { viewBox: `${-margin} ${-margin} ${width(graph)} ${height(graph)}`, class: 'graph', role: 'presentation' }, draw('defs', {}, tip('graph-tip', 'tip'), tip('graph-back', 'tip back')));
  graph.edges.forEach(e => svg.append(edge(graph, e)));
  graph.blocks.forEach((b, n) => svg.append(box(b, n)));
  graph.edges.forEach(e => svg.append(...condition(e)));
  return svg;
}

function edge(graph: Graph, e: Edge): Element {
  const dead = graph.blocks[e.from]?.status === 'unreachable' ? ' unreachable' : '';
  return draw('path', { d: smooth(e.points), class: `edge${e.back ? ' back' : ''}${dead}`, 'data-from': e.from, 'data-to': e.to, 'marker-end': `url(#graph-${e.back ? 'back' : 'tip'})` },
    draw('title', {}, `b${e.from} to b${e.to}${e.if === '' ? '' : ` if ${e.if.replaceAll('`', '')}`}`));
}

/** Returns a curve through points that leaves and enters each of them upright. */
function smooth(points: readonly [number, number][]): string {
  return points.map(([x, y], i) => {
    const [px, py] = points[i - 1] ?? [x, y], middle = (py + y) / 2;
    return i === 0 ? `M${x},${y}` : px === x ? `L${x},${y}` : `C${px},${middle} ${x},${middle} ${x},${y}`;
  }).join(' ');
}

/** Returns what an edge asks, beside its first stretch, at the side that it leads to. */
function condition(e: Edge): Element[] {
  const [start, next] = e.points;
  if (e.if === '' || start === undefined || next === undefined) {
    return [];
  }
  const text = /( is (true|false)|the loop (runs|ends).*)$/.exec(e.if)?.slice(2).find(word => word !== undefined) ?? e.if.replaceAll('`', ''), isLeft = next[0] < start[0];
  const at = (i: 0 | 1, part: number) => start[i] + (next[i] - start[i]) * part;
  return [draw('text', { x: at(0, 0.3) + (isLeft ? -0.7 : 0.7), y: at(1, 0.4) + 0.3, class: 'if', 'font-size': size * 0.85, 'text-anchor': isLeft ? 'end' : 'start' }, text)];
}

function box(b: Block, n: number): Element {
  const isLoop = b.loop === n;
  const label = [b.title, b.status === 'unreachable' ? 'never executed' : '', ...b.lines].filter(t => t !== '').join(', ');
  const group = draw('g', {
    class: `block ${b.status}${isLoop ? ' loop' : ''}`, transform: `translate(${b.x},${b.y})`, 'data-block': n, id: `block-${n}`, role: 'option', 'aria-selected': 'false', 'aria-label': label,
  }, draw('rect', { width: b.width, height: b.height, rx: 0.4 }));
  const rows = [b.title, ...b.lines], top = (b.height - rows.length * lineHeight) / 2;
  rows.forEach((text, i) => group.append(draw('text', { x: 0.8, y: top + (i + 0.73) * lineHeight, class: i === 0 ? 'title' : 'text', 'font-size': size }, text)));
  return group;
}
