// The little Markdown that luaflow writes, as elements: paragraphs, lists, fenced code, headings, quotes, tables; and in a
// line code, emphasis and links.

import { make } from './dom';

/** Returns the elements of one line, paragraph or message. */
export function inline(text: string): (Node | string)[] {
  const parts: (Node | string)[] = [], pattern = /`([^`]+)`|\*\*([^*]+)\*\*|\*([^*\s][^*]*)\*|\[([^\]]+)\]\(([^)]+)\)/g;
  let last = 0;
  for (const m of text.matchAll(pattern)) {
    parts.push(text.slice(last, m.index));
    last = m.index + m[0].length;
    if (m[1] !== undefined) {
      parts.push(make('code', {}, m[1]));
    } else if (m[2] !== undefined) {
      parts.push(make('strong', {}, m[2]));
    } else if (m[3] !== undefined) {
      parts.push(make('em', {}, m[3]));
    } else {
      parts.push(/^https:/.test(m[5]!) ? make('a', { href: m[5], target: '_blank', rel: 'noopener noreferrer' }, m[4]!) : m[4]!);
    }
  }
  return [...parts, text.slice(last)];
}

/** Returns a table of its lines, without a row that is empty. */
function table(lines: readonly string[]): HTMLElement {
  const rows = lines.filter(l => !/^[|\s:-]*$/.test(l)).map(l => l.replace(/^\s*\||\|\s*$/g, '').split('|'));
  return make('table', {}, ...rows.map(cells => make('tr', {}, ...cells.map(c => make('td', {}, ...inline(c.trim()))))));
}

/** Returns a list of its lines, of which those that begin an item have a sign. */
function list(lines: readonly string[]): HTMLElement {
  const items: string[] = [];
  for (const line of lines) {
    if (item.test(line)) {
      items.push(line.replace(item, ''));
    } else {
      items[items.length - 1] += ` ${line.trim()}`;
    }
  }
  return make('ul', {}, ...items.map(t => make('li', {}, ...inline(t))));
}

const fence = /^\s*```/, heading = /^#+ /, item = /^\s*[-*] /, quote = /^> ?/, row = /^\|/, blank = /^\s*$/;
const begins = [fence, heading, item, quote, row, blank];

/** Returns the elements of a text in Markdown. */
export function markdown(text: string): HTMLElement[] {
  const elements: HTMLElement[] = [], lines = text.split('\n');
  for (let i = 0; i < lines.length;) {
    const line = lines[i]!;
    const take = (holds: (l: string) => boolean) => {
      const from = i++;
      while (i < lines.length && holds(lines[i]!)) {
        i++;
      }
      return lines.slice(from, i);
    };
    if (fence.test(line)) {
      elements.push(make('pre', {}, take(l => !fence.test(l)).slice(1).join('\n')));
      i++;
    } else if (heading.test(line)) {
      elements.push(make('h3', {}, ...inline(line.replace(heading, ''))));
      i++;
    } else if (item.test(line)) {
      elements.push(list(take(l => item.test(l) || /^\s+\S/.test(l))));
    } else if (quote.test(line)) {
      elements.push(make('blockquote', {}, ...inline(take(l => quote.test(l)).map(l => l.replace(quote, '')).join(' '))));
    } else if (row.test(line)) {
      elements.push(table(take(l => row.test(l))));
    } else if (blank.test(line)) {
      i++;
    } else {
      elements.push(make('p', {}, ...inline(take(l => !begins.some(b => b.test(l))).join(' '))));
    }
  }
  return elements;
}
