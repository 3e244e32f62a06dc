/** The number of the tab in `sessionStorage`. `sampleSessionReplay` of `@adit/monitoring-config` reads it too. */
const TAB_DRAW = 'adit-draw';

/**
 * The random number of the page load's trace: the trace is sampled if the number is below the rate. The server has decided
 * if its trace ends with `-1` or `-0`: the number is then -1 or 1. Next keeps some pages with the trace of their first
 * visitor: their `-0` is old. Only the SDK knows which pages these are.
 */
export function drawPageLoad(metaTags: readonly HTMLMetaElement[]): number {
  const trace = metaTags.find(({ name }) => name === 'sentry-trace')?.content.slice(-2);
  const { _sentryRouteManifest: routes } = window as { _sentryRouteManifest?: string };
  if (trace === '-1') return -1;
  return trace === '-0' && !routes?.includes('"isrRoutes":["') ? 1 : drawOfTab();
}

/** All pages of a tab have the same number, so that a visit is sampled as a whole. */
function drawOfTab(): number {
  const drawn = Math.random();
  try {
    return +(sessionStorage[TAB_DRAW] ??= drawn);
  } catch {
    // The storage is denied or full.
    return drawn;
  }
}
