/** The part of `window.performance` that is used. */
interface NavigationTimeline {
  readonly getEntriesByType: (type: string) => readonly object[];
}

const NOT_FOUND = 404;

/**
 * Whether the server answered the document with 404. False if the browser does not know.
 * @see https://developer.mozilla.org/docs/Web/API/PerformanceResourceTiming/responseStatus
 */
export function isNotFoundDocument(performance: NavigationTimeline): boolean {
  try {
    const [navigation] = performance.getEntriesByType('navigation');
    return navigation !== undefined && Reflect.get(navigation, 'responseStatus') === NOT_FOUND;
  } catch {
    // Old webviews have no navigation timing, and hardened ones forbid it.
    return false;
  }
}
