// What an engine is asked and answers, as analysis/explore/page.go defines it.

export interface Text { name: string; text: string; dialect: string }
export interface Span { from: number; to: number }
export interface Edit extends Span { new: string }

export interface Overview { dialect: string; findings: Finding[]; functions: Outlined[]; omitted: string }
export interface Outlined { path: string; name: string; span: Span; size: number }
export interface Finding {
  span: Span; code: string; severity: 'error' | 'warning' | 'information' | 'hint'; message: string;
  faded: boolean; related: Related[]; fixes: Fix[]; page: string;
}
export interface Related { span: Span; message: string }
export interface Fix { title: string; level: 'safe' | 'unsafe' | 'display'; edits: Edit[] }
/** What people read of the level of a fix. */
export const levels = {
  safe: 'proved to change nothing else', unsafe: 'may lose an effect, which it names', display: 'changes what the program does',
} as const;
export interface FixedAll { text: string; fixes: number; left: number }

export interface FunctionParams { path: string }
export interface FunctionView {
  path: string; span: Span; passes: Pass[]; graph: Graph; registers: Register[]; noGraph: string;
}
export interface Pass { name: string; about: string; lines: Line[] }
export interface Line {
  pc: number; text: string; comment: string; source: number; spans: Span[];
  status: 'live' | 'dead' | 'unreachable'; block: number; note: string;
}
export interface Graph { width: number; height: number; blocks: Block[]; edges: Edge[] }
export interface Block {
  x: number; y: number; width: number; height: number; from: number; to: number; title: string; lines: string[];
  status: 'live' | 'unreachable'; dominator: number; postDominator: number; loop: number; spans: Span[];
}
export interface Edge { from: number; to: number; if: string; back: boolean; points: [number, number][] }
export interface Register { number: number; ranges: Range[] }
export interface Range { from: number; to: number; name: string; span: Span }

export interface Place { at: number; path: string; pc: number }
export interface Instruction { path: string; pc: number }
export interface Selection {
  path: string; span: Span; pcs: number[]; block: number; hover: string;
  chain: Link[]; needs: Link[]; needed: Link[]; backward: Slice; forward: Slice; noSlice: string;
}
export type Kind = 'value' | 'cell' | 'slot' | 'control';
export interface Link { from: Instruction; to: Instruction; fromSpan: Span; toSpan: Span; kind: Kind; name: string }
export interface Slice { spans: Span[]; instructions: Instruction[] }

/** What is asked, by method: the params, and the result. */
export interface Methods {
  open: [Text, Overview];
  edit: [Edit[], Overview];
  function: [FunctionParams, FunctionView];
  select: [Place, Selection];
  fixAll: [null, FixedAll];
}

export const kinds: readonly Kind[] = ['value', 'cell', 'slot', 'control'];
