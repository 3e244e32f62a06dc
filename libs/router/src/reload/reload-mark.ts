const FNV_OFFSET_BASIS = 0x811c9dc5;
const FNV_PRIME = 0x01000193;
const MARK_RADIX = 36;

/**
 * Turns a build and a target into a short name (FNV-1a, 32 bits), so that addresses with secrets in their query are not
 * stored. Two targets with the same name share one reload, so a collision can only prevent a reload.
 */
export function markOf(buildId: string, target: string): string {
  const text = `${buildId} ${target}`;
  let hash = FNV_OFFSET_BASIS;
  for (let index = 0; index < text.length; index += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(index), FNV_PRIME);
  }
  return (hash >>> 0).toString(MARK_RADIX);
}
