import type { StorageLike } from '../platform.ts';

const STORAGE_KEY = 'adit-reload';
const URL_PREFIX = 'adit-reload=';
const SEPARATOR = '.';
const MARK = /^[0-9a-z]{1,7}$/;

/** More failing routes in one tab, or more builds taking turns at one address, than reloading will help. Beyond it nothing is reloaded. */
const MAX_STORED_MARKS = 200;
const MAX_URL_MARKS = 8;

const FNV_OFFSET_BASIS = 0x811c9dc5;
const FNV_PRIME = 0x01000193;
const MARK_RADIX = 36;

/**
 * Names a build and a target in a few characters (FNV-1a, 32 bits), so that addresses with secrets in their query are
 * not kept. Two targets with one name share one reload, which errs on the side of not reloading.
 */
export function markOf(buildId: string, target: string): string {
  const text = `${buildId} ${target}`;
  let hash = FNV_OFFSET_BASIS;
  for (let index = 0; index < text.length; index += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(index), FNV_PRIME);
  }
  return (hash >>> 0).toString(MARK_RADIX);
}

/** Marks that outlive the document which made them. */
export interface StoredMarks {
  /** The marks held; empty where none can be read. */
  read(): readonly string[];
  /** Adds a mark and reads it back; `false` when it was not kept. */
  add(mark: string): boolean;
  /** Forgets a mark. */
  remove(mark: string): void;
}

const parseMarks = (text: string | null | undefined): readonly string[] =>
  (text ?? '').split(SEPARATOR).filter((mark) => MARK.test(mark));

/** Marks in tab storage. Every access is guarded, reading the storage object included: a blocked one throws there. */
export function createStoredMarks(storage: () => StorageLike | null | undefined): StoredMarks {
  function read(): readonly string[] {
    try {
      return parseMarks(storage()?.getItem(STORAGE_KEY));
    } catch {
      return [];
    }
  }

  function write(marks: readonly string[]): void {
    try {
      if (marks.length === 0) storage()?.removeItem(STORAGE_KEY);
      else storage()?.setItem(STORAGE_KEY, marks.join(SEPARATOR));
    } catch {
      // Blocked or full; reading back tells.
    }
  }

  return {
    read,
    add(mark) {
      const marks = read();
      if (marks.length >= MAX_STORED_MARKS) return false;
      write([...marks, mark]);
      return read().includes(mark);
    },
    remove: (mark) => write(read().filter((held) => held !== mark)),
  };
}

/** An address and the marks its query carries, apart. The rest of the query stays as it was written. */
export function splitUrlMarks(href: string): { readonly url: URL; readonly marks: readonly string[] } {
  const url = new URL(href);
  const pairs = url.search.slice(1).split('&');
  const others = pairs.filter((pair) => !pair.startsWith(URL_PREFIX));
  if (others.length === pairs.length) return { url, marks: [] };
  url.search = others.join('&');
  const marks = pairs.filter((pair) => pair.startsWith(URL_PREFIX));
  return { url, marks: marks.flatMap((pair) => parseMarks(pair.slice(URL_PREFIX.length))) };
}

/** The address with marks in its query; `undefined` when there would be too many. */
export function withUrlMarks(url: URL, marks: readonly string[]): string | undefined {
  if (marks.length > MAX_URL_MARKS) return undefined;
  const marked = new URL(url);
  marked.search = `${url.search === '' ? '?' : `${url.search}&`}${URL_PREFIX}${marks.join(SEPARATOR)}`;
  return marked.href;
}
