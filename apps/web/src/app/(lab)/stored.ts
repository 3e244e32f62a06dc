const PREFIX = 'adit-lab:';

/** A value stored for this tab; undefined if there is none or storage is denied. */
export function readStored(name: string): unknown {
  try {
    const text = sessionStorage.getItem(PREFIX + name);
    return text === null ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Stores a value for this tab. */
export function store(name: string, value: unknown): void {
  try {
    sessionStorage.setItem(PREFIX + name, JSON.stringify(value));
  } catch {
    // Denied or full: the value is lost at the next page load.
  }
}
