import type { LocationLike, StorageLike } from '../platform.ts';
import { RELOAD_KEY } from './reload-key.ts';

const SEPARATOR = '.';

const MARK = /^[0-9a-z]{1,7}$/;

/** With more failing routes in one tab than this, reloading does not help, and nothing is reloaded. */
const MAX_MARKS = 200;

/**
 * Marks in the tab's name; the rest of the name belongs to the page. The length is that of the maximum number of marks.
 */
const IN_NAME = / adit-reload=([0-9a-z.]{0,1600})/;

/** Marks that outlive the document that created them. */
export interface ReloadMarks {
  /** Whether the mark exists; `false` if none can be read. */
  has(mark: string): boolean;
  /** Adds a mark and reads it back; `false` if it was not kept. */
  add(mark: string): boolean;
  /** Removes a mark. */
  delete(mark: string): void;
}

/** Marks in a text that may be blocked, full, or written by others. Every access is guarded. */
function createMarks(get: () => string | null | undefined, set: (text: string) => void): ReloadMarks {
  function read(): readonly string[] {
    try {
      return (get() ?? '').split(SEPARATOR).filter((mark) => MARK.test(mark));
    } catch {
      return [];
    }
  }

  function write(marks: readonly string[]): void {
    try {
      set(marks.join(SEPARATOR));
    } catch {
      // Blocked or full; reading back shows it.
    }
  }

  const has = (mark: string): boolean => read().includes(mark);

  return {
    has,
    add(mark) {
      const marks = read();
      if (marks.length >= MAX_MARKS) return false;
      write([...marks, mark]);
      return has(mark);
    },
    delete(mark) {
      if (has(mark)) write(read().filter((held) => held !== mark));
    },
  };
}

/** Marks in tab storage. If storage is blocked, reading the storage object itself throws. */
export const createStoredMarks = (storage: () => StorageLike | null | undefined): ReloadMarks =>
  createMarks(
    () => storage()?.getItem(RELOAD_KEY),
    (text) => (text ? storage()?.setItem(RELOAD_KEY, text) : storage()?.removeItem(RELOAD_KEY)),
  );

/** Whether a tab's name holds marks. */
export const isMarked = (name = ''): boolean => IN_NAME.test(name);

/** Marks in the tab's name, after the page's own text. */
export const createNamedMarks = (location: Partial<Pick<LocationLike, 'name'>>): ReloadMarks =>
  createMarks(
    () => IN_NAME.exec(location.name ?? '')?.[1],
    (text) => {
      const { name } = location;
      if (name !== undefined) location.name = name.replace(IN_NAME, '') + (text && ` ${RELOAD_KEY}=${text}`);
    },
  );
