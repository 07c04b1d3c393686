// The little Markdown that luaflow writes, as elements: paragraphs, lists, fenced code, headings, tables as code; and
// in a line code, emphasis and links.

import { make } from './dom';

/** Returns the elements of one line or paragraph. */
function inline(text: string): (Node | string)[] {
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

/** Returns the elements of a text in Markdown. */
export function markdown(text: string): HTMLElement[] {
  const elements: HTMLElement[] = [], lines = text.split('\n');
  for (let i = 0; i < lines.length;) {
    const line = lines[i]!;
    const take = (holds: (l: string) => boolean) => {
      const from = i;
      while (i < lines.length && holds(lines[i]!)) {
        i++;
      }
      return lines.slice(from, i);
    };
    if (/^\s*```/.test(line)) {
      i++;
      elements.push(make('pre', {}, take(l => !/^\s*```/.test(l)).join('\n')));
      i++;
    } else if (/^\s*[-*] /.test(line)) {
      const items: string[] = [];
      take(l => /^\s*[-*] /.test(l) || /^\s+\S/.test(l)).forEach(l => {
        if (/^\s*[-*] /.test(l)) {
          items.push(l.replace(/^\s*[-*] /, ''));
        } else {
          items[items.length - 1] += ` ${l.trim()}`;
        }
      });
      elements.push(make('ul', {}, ...items.map(t => make('li', {}, ...inline(t)))));
    } else if (/^#+ /.test(line)) {
      elements.push(make('h3', {}, ...inline(line.replace(/^#+ /, ''))));
      i++;
    } else if (/^\|/.test(line)) {
      elements.push(make('pre', {}, take(l => /^\|/.test(l)).join('\n')));
    } else if (line.trim() === '') {
      i++;
    } else {
      elements.push(make('p', {}, ...inline(take(l => l.trim() !== '' && !/^(\s*[-*] |#+ |\||\s*```)/.test(l) ).join(' '))));
    }
  }
  return elements;
}
