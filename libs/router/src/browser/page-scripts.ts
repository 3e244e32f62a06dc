/**
 * The time from the first sign of a missing chunk, or from the end of the page's loading, to the reload. Turbopack
 * requests a chunk again after at most 601 ms (its browser runtime, `200 + Math.floor(401 * Math.random())`).
 */
export const START_TIMEOUT_MS = 2_000;

/**
 * Sent through the window when `recoverMissingChunks` starts to watch the scripts. The inline script that watched until
 * then stops.
 */
export const SCRIPTS_WATCHED_EVENT = 'adit:scripts-watched';

/** Whether it is the address of one of Next's chunks. */
export const isNextScript = (src: string): boolean => new URL(src).pathname.includes('/_next/static/');

/** Whether the page needs this script. */
export const isPageScript = (node: unknown, isOwn = isNextScript): node is HTMLScriptElement =>
  node instanceof HTMLScriptElement && node.src !== '' && !node.noModule && isOwn(node.src);

/** Whether the browser has fetched the script without reporting success. */
function hasFailed(src: string): boolean {
  const entries = performance.getEntriesByName(src) as readonly Partial<PerformanceResourceTiming>[];
  // Browsers without `responseStatus`, and other origins, report nothing. Requesting such a script again is harmless.
  const isFetched = ({ responseStatus = 0 }: Partial<PerformanceResourceTiming>): boolean =>
    responseStatus >= 200 && responseStatus < 400;
  return entries.length > 0 && !entries.some(isFetched);
}

/**
 * Removes scripts from the document that failed before any listener was added, so that the bundler requests them again.
 */
export function removeFailedScripts(isOwn?: (src: string) => boolean): void {
  for (const script of [...document.scripts])
    if (isPageScript(script, isOwn) && hasFailed(script.src)) script.remove();
}
