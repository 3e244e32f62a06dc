// A file of its own: the first load needs no more of the marks than this.

/** Where a tab keeps its marks, by this separator. */
export const RELOAD_KEY = 'adit-reload';
export const SEPARATOR = '.';

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
