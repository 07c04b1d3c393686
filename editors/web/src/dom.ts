// Elements, made in one expression.

type Attributes = Record<string, string | number | boolean | undefined>;

function fill<T extends Element>(element: T, attributes: Attributes, children: (Node | string)[]): T {
  for (const [key, value] of Object.entries(attributes)) {
    if (value !== undefined && value !== false) {
      element.setAttribute(key, value === true ? '' : String(value));
    }
  }
  element.append(...children);
  return element;
}

/** Returns an element of HTML. An attribute that is false or undefined is left out. */
export function make<K extends keyof HTMLElementTagNameMap>(name: K, attributes: Attributes = {}, ...children: (Node | string)[]): HTMLElementTagNameMap[K] {
  return fill(document.createElement(name), attributes, children);
}

/** Returns an element of SVG. */
export function draw<K extends keyof SVGElementTagNameMap>(name: K, attributes: Attributes = {}, ...children: (Node | string)[]): SVGElementTagNameMap[K] {
  return fill(document.createElementNS('http://www.w3.org/2000/svg', name), attributes, children);
}

/** Returns the element of the page with an id, which is there. */
export function byId<T extends HTMLElement>(id: string): T {
  return document.getElementById(id) as T;
}

/** Returns "1 finding", "2 findings". */
export function count(n: number, noun: string): string {
  return `${n} ${noun}${n === 1 ? '' : 's'}`;
}

/** Calls act in the next frame, once however often it is asked for. */
export function eachFrame(act: () => void): () => void {
  let isAsked = false;
  return () => {
    if (!isAsked) {
      isAsked = true;
      requestAnimationFrame(() => {
        isAsked = false;
        act();
      });
    }
  };
}
