// The requests that are luaflow's own. They are defined, with all that is said of their
// parameters and answers, in lsp/inspect.go of the server.

import type { DiagnosticSeverity, Location, Position, Range, TextDocumentIdentifier } from 'vscode-languageclient/node';

export interface Place {
  textDocument: TextDocumentIdentifier;
  position: Position;
}

export interface SliceParams extends Place {
  forward: boolean;
}

export interface Bytecode {
  version: number;
  path: string;
  range: Range;
  text: string;
  instructions: Instruction[];
  functions: InnerFunction[];
}

export interface InnerFunction {
  path: string;
  range: Range;
}

export interface Instruction {
  line: number;
  range?: Range;
  fate: 'live' | 'dead' | 'unreachable';
  targets?: Range[];
}

export interface Graph extends Bytecode {
  blocks: {
    ranges: Range[];
    fate: 'live' | 'unreachable';
    edges: { to: number; if?: string }[];
    dominator?: number;
    postDominator?: number;
    loop?: number;
  }[];
}

export interface Why {
  version: number;
  reasons: Reason[];
}

export interface Reason {
  range: Range;
  message: string;
  code?: string;
  severity?: DiagnosticSeverity;
  steps: Step[];
}

export interface Step {
  range?: Range;
  location?: Location;
  message: string;
}

export interface Slice {
  version: number;
  at: Range;
  lines: number[];
  ranges: Range[];
}

/** The requests by their methods: parameters and answers. */
export interface Requests {
  'luaflow/bytecode': [Place, Bytecode];
  'luaflow/graph': [Place, Graph];
  'luaflow/why': [Place, Why];
  'luaflow/slice': [SliceParams, Slice];
}

export type Method = keyof Requests;

export const methods: readonly Method[] = ['luaflow/bytecode', 'luaflow/graph', 'luaflow/why', 'luaflow/slice'];
