// What the page remembers of its reader, where the browser lets it.

/** Returns what is remembered under a name; null for nothing. */
export function recall(name: string): string | null {
  try {
    return localStorage.getItem(`luaflow-${name}`);
  } catch {
    return null;
  }
}

/** Remembers something under a name. */
export function remember(name: string, value: string): void {
  try {
    localStorage.setItem(`luaflow-${name}`, value);
  } catch {
    // a reader who keeps no data has it anew each time
  }
}
