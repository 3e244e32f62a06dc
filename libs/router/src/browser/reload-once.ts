import { withoutFragment } from '../url/address.ts';
import { markOf, RELOAD_KEY, SEPARATOR } from '../reload/reload-mark.ts';

/** The length of the largest number of marks that a tab may hold. */
const MAX_LENGTH = 1_600;

/**
 * Reloads the page as the reload breaker does, for when the breaker's chunk is missing: once for each build and page.
 * Returns whether the page is being reloaded. It is not reloaded offline, or if tab storage does not keep the mark.
 */
export function reloadOnce(
  buildId: string,
  { location, navigator, sessionStorage }: Pick<Window, 'location' | 'navigator' | 'sessionStorage'> = window,
): boolean {
  try {
    const marks = sessionStorage.getItem(RELOAD_KEY) ?? '';
    const mark = markOf(buildId, withoutFragment(location.href));
    const marked = `${marks}${SEPARATOR}${mark}`;
    if (!navigator.onLine || marks.split(SEPARATOR).includes(mark) || marks.length >= MAX_LENGTH)
      return false;
    sessionStorage.setItem(RELOAD_KEY, marked);
    if (sessionStorage.getItem(RELOAD_KEY) !== marked) return false;
    location.reload();
    return true;
  } catch {
    return false;
  }
}
