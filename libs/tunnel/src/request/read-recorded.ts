import {
  addFates,
  RECORDED_CATEGORIES,
  type BrowserFamily,
  type ItemFates,
  type RecordedCategory,
  type RecordedReport,
} from '../ledger/recorded.ts';

/** The request header with the counts of a page. `@adit/monitoring-client` writes it. */
export const RECORDED_HEADER = 'adit-recorded';

/**
 * The release of the earlier requests; for each category its letter and the items of them that arrived, were lost, whose fate is unknown, and that
 * arrived late; then the items of this request, after a plus if the page is hidden or left; and the release of this page if it is another. A count
 * is at most 99: one request cannot say more.
 */
const REPORT =
  /^([\w.%!~*'()-]{0,40})((?:;[a-z](?:\d{1,2}\.){3}\d{1,2}){0,6});([+-])([a-z]{0,8})(?:;([\w.%!~*'()-]{0,40}))?$/;

const HIDDEN = 'h';

const isCategory = (letter: string): letter is keyof typeof RECORDED_CATEGORIES =>
  Object.hasOwn(RECORDED_CATEGORIES, letter);

/** Reads the counts of a page; `undefined` without the header, or if it is malformed. Unknown categories are ignored. */
export function readRecorded(header: string | undefined): RecordedReport | undefined {
  const [, earlier, parts, sign, letters, release = earlier] =
    (header !== undefined && REPORT.exec(header)) || [];
  if (earlier === undefined || parts === undefined || letters === undefined || release === undefined)
    return undefined;
  const items: Partial<Record<RecordedCategory, ItemFates>> = {};
  const hidden: ItemFates[] = [];
  for (const part of parts.split(';').slice(1)) {
    const letter = part.slice(0, 1);
    const [arrived = 0, lost = 0, unknown = 0, late = 0] = part.slice(1).split('.').map(Number);
    if (letter === HIDDEN) hidden.push({ arrived, lost, unknown, late });
    if (isCategory(letter)) items[RECORDED_CATEGORIES[letter]] = { arrived, lost, unknown, late };
  }
  return {
    release: decode(release),
    earlierRelease: decode(earlier),
    received: letters.split('').filter(isCategory).length,
    isHidden: sign === '+',
    items,
    hidden: addFates(hidden),
  };
}

/** A release that was cut may end with half an escape. It names a metric's series, so it has no control characters. */
function decode(release: string): string {
  try {
    const decoded = decodeURIComponent(release);
    return /\p{Cc}/u.test(decoded) ? release : decoded;
  } catch {
    return release;
  }
}

/** The family of a browser, by its engine. */
export function browserOf(userAgent = ''): BrowserFamily {
  if (/\bFirefox\//.test(userAgent)) return 'firefox';
  if (/Chrom(?:e|ium)\//.test(userAgent)) return 'chrome';
  return /\bAppleWebKit\//.test(userAgent) ? 'safari' : 'other';
}
