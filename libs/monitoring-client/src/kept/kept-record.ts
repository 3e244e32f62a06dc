// The first load has its own copy of this, in early/beacon.ts: bundlers make a module of its own of what late chunks import,
// which is 100 bytes more in the first load. A test keeps the two the same.
/** Keys in `localStorage` begin with it; the id of the event follows. Users clear by it, so it does not change. */
export const KEY = 'adit-error-';

/** The first character of a record. The tunnel's address, a line break and the envelope follow. */
export const VERSION = '1';

/**
 * The maximum number of kept errors of an application, which is a tunnel's address, and of characters of each. Together they have less than
 * 240,000 characters; browsers give an origin about 5 million, which the applications need themselves.
 */
export const MAX_KEPT = 20;
const MAX_LENGTH = 12_000;

/** How the records of an application begin. Those of others, and of other versions of the format, are left to them. */
export const startOf = (tunnel: string): string => `${VERSION}${tunnel}\n`;

/**
 * The keys of the kept errors of this origin whose records begin so. Default: of all applications and versions.
 * @throws if the browser refuses storage
 */
export const keptKeys = (start = ''): string[] =>
  Object.keys(localStorage).filter(
    (key) => key.startsWith(KEY) && (localStorage[key] as string).startsWith(start),
  );

/**
 * Keeps an error in the browser, synchronously: a page that is closed while it loads runs nothing later.
 * @returns whether no shorter envelope needs to be tried: it is kept, or there is no room for any
 * @throws if the browser refuses storage, or the origin's is full
 */
export const keep = (id: string | undefined, tunnel: string, envelope: string): unknown =>
  keptKeys(startOf(tunnel)).length >= MAX_KEPT ||
  (envelope.length < MAX_LENGTH && (localStorage[KEY + (id as string)] = startOf(tunnel) + envelope));
