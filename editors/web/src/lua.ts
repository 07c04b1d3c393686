// The colours of Lua's tokens, in all dialects that luaflow reads.

import { StreamLanguage, type StringStream } from '@codemirror/language';

const keywords = new Set(('and break do else elseif end for function goto if in local not or repeat return then until while '
  + 'continue const global').split(' '));
const atoms = new Set(['nil', 'true', 'false', 'self', '_ENV', '_G']);

/** What opens a block or a bracket, and what closes one; elseif does both. */
const opening = new Set(['then', 'do', 'function', 'repeat', '{', '(', '[']), closing = new Set(['end', 'until', 'elseif', '}', ')', ']']);

/**
 * Where a text is between tokens: in a long string or comment with so many equals signs, or in none (-1); and in how
 * many blocks and brackets.
 */
interface State { level: number; style: string; depth: number }

/** Takes the rest of a long string or comment, as far as the line has it. */
function takeLong(stream: StringStream, state: State): string {
  const { style } = state, end = `]${'='.repeat(state.level)}]`;
  const at = stream.string.indexOf(end, stream.pos);
  if (at < 0) {
    stream.skipToEnd();
  } else {
    stream.pos = at + end.length;
    state.level = -1;
  }
  return style;
}

/** Takes the opening of a long bracket. Returns false without one. */
function opens(stream: StringStream, state: State, style: string): boolean {
  const match = stream.match(/^\[(=*)\[/);
  if (!Array.isArray(match)) {
    return false;
  }
  state.level = match[1]!.length;
  state.style = style;
  return true;
}

function takeString(stream: StringStream, quote: string): string {
  for (let c = stream.next(); c !== undefined && c !== quote; c = stream.next()) {
    if (c === '\\') {
      stream.next();
    }
  }
  return 'string';
}

/** Counts a token that opens or closes a block. */
function count(state: State, token: string): void {
  state.depth = Math.max(0, state.depth + (opening.has(token) ? 1 : 0) - (closing.has(token) ? 1 : 0));
}

function token(stream: StringStream, state: State): string | null {
  if (state.level >= 0) {
    return takeLong(stream, state);
  }
  if (stream.eatSpace()) {
    return null;
  }
  if (stream.match('--')) {
    if (opens(stream, state, 'comment')) {
      return takeLong(stream, state);
    }
    stream.skipToEnd();
    return 'comment';
  }
  if (opens(stream, state, 'string')) {
    return takeLong(stream, state);
  }
  const quote = stream.match(/^["'`]/);
  if (Array.isArray(quote)) {
    return takeString(stream, quote[0]);
  }
  if (stream.match(/^0[xX][\da-fA-F_.]*([pP][+-]?\d+)?(U?LL|i)?/i) || stream.match(/^(\d[\d_]*\.?\d*|\.\d+)([eE][+-]?\d+)?(U?LL|i)?/i)) {
    return 'number';
  }
  const word = stream.match(/^[A-Za-z_\u0080-\uffff][\w\u0080-\uffff]*/);
  if (Array.isArray(word)) {
    count(state, word[0]);
    return keywords.has(word[0]) ? 'keyword' : atoms.has(word[0]) ? 'atom' : stream.match(/^\s*[({"']/, false) ? 'variableName.function' : 'variableName';
  }
  count(state, stream.next() ?? '');
  return 'operator';
}

export const lua = StreamLanguage.define<State>({
  name: 'lua',
  startState: () => ({ level: -1, style: '', depth: 0 }),
  token,
  indent: ({ level, depth }, after, { unit }) => level >= 0 ? null : Math.max(0, depth - (/^\s*(end\b|else|until\b|[})\]])/.test(after) ? 1 : 0)) * unit,
  languageData: { commentTokens: { line: '--', block: { open: '--[[', close: ']]' } }, indentOnInput: /^\s*(end|else|elseif|until|[})\]])$/ },
});
