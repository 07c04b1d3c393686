// Where the blocks of a control-flow graph stand on a page, and the lines between them: the
// entry at the top, each block below those that lead to it, and on the left and right the lines
// that go back or past others. It knows neither VS Code nor a page, so that it can be tested
// alone.

/** A block as far as it takes room. */
export interface Node {
  width: number;
  height: number;
  /** The numbers of the blocks that control goes to. */
  to: number[];
}

/** Where a block stands: its upper left corner. */
export interface Spot {
  x: number;
  y: number;
}

/** A line from a block to another, as points that are joined. */
export interface Line {
  from: number;
  /** Of the edges of `from`. */
  edge: number;
  points: [x: number, y: number][];
}

export interface Layout {
  spots: Spot[];
  lines: Line[];
  width: number;
  height: number;
}

const gapX = 36, gapY = 44, lane = 12;

/** Places blocks, which are in the order of the code: edges to later ones make no circle. */
export function layout(nodes: Node[]): Layout {
  const layers = layersOf(nodes);
  const spots = nodes.map((): Spot => ({ x: 0, y: 0 }));
  let y = 0;
  for (const layer of layers) {
    order(layer, nodes, spots);
    let x = 0;
    for (const n of layer) {
      spots[n] = { x, y };
      x += nodes[n]!.width + gapX;
    }
    const middle = (x - gapX) / 2;
    for (const n of layer) {
      spots[n]!.x -= middle;
    }
    y += Math.max(...layer.map(n => nodes[n]!.height)) + gapY;
  }
  return lines(nodes, spots, layerOf(layers, nodes.length), y - gapY);
}

/** The blocks of each layer: each block is below all that lead to it by an edge to a later one. */
function layersOf(nodes: Node[]): number[][] {
  const depth = nodes.map(() => 0);
  const isLed = nodes.map(() => false);
  nodes.forEach((node, n) => {
    if (n > 0 && !isLed[n]) {
      depth[n] = depth[n - 1]! + 1; // nothing leads there: below what stands above it in the text
    }
    for (const to of node.to) {
      if (to > n) {
        depth[to] = Math.max(depth[to]!, depth[n]! + 1);
        isLed[to] = true;
      }
    }
  });
  const layers: number[][] = [];
  depth.forEach((d, n) => (layers[d] ??= []).push(n));
  return layers.filter(layer => layer !== undefined);
}

function layerOf(layers: number[][], count: number): number[] {
  const of = new Array<number>(count).fill(0);
  layers.forEach((layer, i) => layer.forEach(n => { of[n] = i; }));
  return of;
}

/** Orders a layer by where those stand that lead to its blocks. */
function order(layer: number[], nodes: Node[], spots: Spot[]): void {
  const wanted = new Map(layer.map(n => {
    const above = nodes.flatMap((node, from) => from < n && node.to.includes(n) ? [spots[from]!.x + node.width / 2] : []);
    return [n, above.length > 0 ? above.reduce((a, b) => a + b, 0) / above.length : 0];
  }));
  layer.sort((a, b) => wanted.get(a)! - wanted.get(b)! || a - b);
}

function lines(nodes: Node[], spots: Spot[], layer: number[], height: number): Layout {
  const left = Math.min(0, ...spots.map(s => s.x));
  const right = Math.max(0, ...spots.map((s, n) => s.x + nodes[n]!.width));
  const out: Line[] = [];
  let leftLanes = 0, rightLanes = 0;
  nodes.forEach((node, from) => node.to.forEach((to, edge) => {
    const target = nodes[to]!, a = spots[from]!, b = spots[to]!;
    const start: [number, number] = [a.x + node.width * (edge + 1) / (node.to.length + 1), a.y + node.height];
    const end: [number, number] = [b.x + target.width / 2, b.y];
    const turn = gapY / 3;
    if (layer[to] === layer[from]! + 1) {
      out.push({ from, edge, points: [start, [start[0], start[1] + turn], [end[0], end[1] - turn], end] });
      return;
    }
    const goesBack = to <= from;
    const x = goesBack ? left - lane * ++leftLanes : right + lane * ++rightLanes;
    out.push({ from, edge, points: [start, [start[0], start[1] + turn], [x, start[1] + turn], [x, end[1] - turn], [end[0], end[1] - turn], end] });
  }));
  const margin = lane * 2;
  const dx = -left + leftLanes * lane + margin, dy = margin;
  for (const s of spots) {
    s.x += dx;
    s.y += dy;
  }
  for (const line of out) {
    line.points = line.points.map(([x, y]) => [x + dx, y + dy]);
  }
  return { spots, lines: out, width: right + rightLanes * lane + dx + margin, height: height + 2 * margin };
}
