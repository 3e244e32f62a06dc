/**
 * From the first sign of a missing chunk, or from the end of the page's loading, to the reload. Turbopack asks a second
 * time after at most 601 ms (its browser runtime, `200 + Math.floor(401 * Math.random())`).
 */
export const START_TIMEOUT_MS = 2_000;

/** Sent through the window when a module watches the scripts, for the inline script that stands in for it until then. */
export const SCRIPTS_WATCHED_EVENT = 'adit:scripts-watched';

/** Whether it is a chunk of Next. */
export const isNextScript = (src: string): boolean => new URL(src).pathname.includes('/_next/static/');

/** Whether the page needs this script. */
export const isPageScript = (node: unknown, isOwn = isNextScript): node is HTMLScriptElement =>
  node instanceof HTMLScriptElement && node.src !== '' && !node.noModule && isOwn(node.src);

/** Whether the browser has fetched the script, and did not say that this went well. */
function hasFailed(src: string): boolean {
  const entries = performance.getEntriesByName(src) as readonly Partial<PerformanceResourceTiming>[];
  // Browsers without `responseStatus`, and other origins, report nothing: requesting such a script again does no harm.
  const isFetched = ({ responseStatus = 0 }: Partial<PerformanceResourceTiming>): boolean =>
    responseStatus >= 200 && responseStatus < 400;
  return entries.length > 0 && !entries.some(isFetched);
}

/** Takes scripts out of the document that have failed before anybody listened, so that the bundler requests them again. */
export function removeFailedScripts(isOwn?: (src: string) => boolean): void {
  for (const script of [...document.scripts])
    if (isPageScript(script, isOwn) && hasFailed(script.src)) script.remove();
  window.dispatchEvent(new Event(SCRIPTS_WATCHED_EVENT));
}
