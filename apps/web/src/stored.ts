const PREFIX = 'adit-lab:';

/** A value kept for this tab across full page loads; undefined when there is none or storage is denied. */
export function readStored(name: string): unknown {
  try {
    const text = sessionStorage.getItem(PREFIX + name);
    return text === null ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Keeps a value for this tab; without storage it lives as long as the page. */
export function store(name: string, value: unknown): void {
  try {
    sessionStorage.setItem(PREFIX + name, JSON.stringify(value));
  } catch {
    // Denied or full: the lab then forgets at the next page load.
  }
}
