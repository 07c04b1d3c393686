// What the extension and the page of a graph say to each other.

/** A line of the text in a block. */
export interface Row {
  /** As an editor counts, from 0. */
  line: number;
  text: string;
}

export interface Block {
  rows: Row[];
  isDead: boolean;
  edges: { to: number; if?: string }[];
  /** The numbers of other blocks, as the server has them. */
  dominator?: number;
  postDominator?: number;
  loop?: number;
}

/** To the page: a graph, or the block that the cursor is in. */
export type ToPage = { show: { title: string; blocks: Block[] } } | { at: number | undefined };

/** From the page: it is there, or the user has chosen row number `row` of a block. */
export type FromPage = { ready: true } | { block: number; row: number };
