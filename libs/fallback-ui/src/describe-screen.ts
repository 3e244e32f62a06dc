import { serverDigest, shownReference, wordsAround } from './digest.ts';
import { notAccepted } from './not-accepted.ts';
import { formatRetryAfter, type RetryAfter } from './retry-after.ts';
import { fillText, type FallbackTexts } from './texts/fallback-texts.ts';
import { withoutNulls } from './without-nulls.ts';

/** Every screen, by the name of its texts. */
export const screenNames = [
  'unauthorized',
  'forbidden',
  'notFound',
  'tooManyRequests',
  'maintenance',
  'error',
  'globalError',
  'offline',
  'update',
] as const;

/** One of {@link screenNames}. */
export type ScreenName = (typeof screenNames)[number];

/** The status codes that are shown. */
const SCREEN_STATUS: Partial<Record<ScreenName, number>> = {
  unauthorized: 401,
  forbidden: 403,
  notFound: 404,
  tooManyRequests: 429,
  maintenance: 503,
};

/** Addresses of the links. A missing one is not offered, except home. */
export interface ScreenLinks {
  /** The home page. Default `/`. */
  readonly homeHref?: string | undefined;
  /** The previous page. Default none. A server can read it from `Referer`, and must check it. */
  readonly backHref?: string | undefined;
  /** The sign-in page, on the 401 screen. Check a return path before you put it in. */
  readonly signInHref?: string | undefined;
  /** Where the search form is sent by GET, on the 404 screen. */
  readonly searchHref?: string | undefined;
  /** Name of the search form's field. Default `q`. */
  readonly searchName?: string | undefined;
  /** Where to report a problem, on the error screens; `{reference}` is replaced with the encoded reference. */
  readonly reportHref?: string | undefined;
  /** Where to ask for help. */
  readonly contactHref?: string | undefined;
}

/** Facts that a screen shows. */
export interface ScreenFacts {
  /** When to try again, on the 429 and 503 screens: seconds, a date, or the text of a `Retry-After` header. */
  readonly retryAfter?: RetryAfter | undefined;
  /** The thrown value. Only its digest is shown. */
  readonly error?: unknown;
  /** Shown in place of the digest, such as an event id, and called a reference; a number is shown as text. */
  readonly reference?: string | undefined;
  /** Whether to show the line with the status code. Default `true`. */
  readonly showCode?: boolean | undefined;
  /** The current time, in milliseconds since the epoch. Default now. */
  readonly now?: number | undefined;
}

/** Name of a link. */
type ScreenActionName = keyof FallbackTexts['actions'];

/** A link on a screen. */
export interface ScreenAction {
  readonly name: ScreenActionName;
  readonly label: string;
  /** Empty for this page with its query. */
  readonly href: string;
}

/** The sentences and links of a screen, as data. */
export interface ScreenDescription {
  readonly lang: string;
  readonly dir: 'ltr' | 'rtl';
  /** The document title: the heading without its full stop. */
  readonly title: string;
  readonly heading: string;
  /** On the global error screen: whether the error happened in the browser or on the server. */
  readonly lead: string | undefined;
  readonly impact: string;
  readonly advice: string;
  /** When to try again. */
  readonly retryAfter: { readonly text: string; readonly dateTime: string } | undefined;
  /** The first one is the most useful. */
  readonly actions: readonly ScreenAction[];
  readonly search:
    | { readonly href: string; readonly name: string; readonly label: string; readonly button: string }
    | undefined;
  /** Links to help, in the same order on every screen (WCAG 2.2, 3.2.6). */
  readonly help: readonly ScreenAction[];
  /** "Error 404". */
  readonly code: string | undefined;
  /** The reference and the words around it. Put the value into a `bdi` element: its direction is its own. */
  readonly reference: { readonly before: string; readonly value: string; readonly after: string } | undefined;
}

/** Options of {@link describeScreen}. */
export interface DescribeScreenOptions extends ScreenLinks, ScreenFacts {
  readonly texts: FallbackTexts;
}

/** The first link of each screen; home and the previous page follow. */
const FIRST_ACTIONS: Partial<Record<ScreenName, 'signIn' | 'retry' | 'update' | 'reload'>> = {
  unauthorized: 'signIn',
  tooManyRequests: 'retry',
  maintenance: 'retry',
  offline: 'retry',
  update: 'update',
  error: 'reload',
  globalError: 'reload',
};

/** Screens for problems that the home page would have too. */
const WITHOUT_HOME: ReadonlySet<ScreenName> = new Set(['offline', 'maintenance']);

/**
 * Returns the sentences and links of a screen, as data. The React screens and `renderFaultDocument` only draw it. An option
 * that is `null` counts as missing.
 *
 * @throws {RangeError} if the name is unknown
 */
export function describeScreen(name: ScreenName, options: DescribeScreenOptions): ScreenDescription {
  if (!screenNames.includes(name)) throw notAccepted('name', name, screenNames);
  return describeKnownScreen(name, withoutNulls(options));
}

/** The same for a known name and options without `null`. Never throws. */
export function describeKnownScreen(name: ScreenName, options: DescribeScreenOptions): ScreenDescription {
  const {
    texts,
    homeHref = '/',
    backHref,
    signInHref,
    searchHref,
    searchName = 'q',
    reportHref,
    contactHref,
    retryAfter,
    error,
    reference: given,
    showCode = true,
    now,
  } = options;
  const reference = shownReference(given, error);
  const isError = name === 'error' || name === 'globalError';
  const isLater = name === 'tooManyRequests' || name === 'maintenance';
  const { heading, impact, advice } = texts[name];
  const link = (
    action: ScreenActionName | false | undefined,
    href: string | undefined,
  ): readonly ScreenAction[] =>
    action && href !== undefined ? [{ name: action, label: texts.actions[action], href }] : [];

  const first = FIRST_ACTIONS[name];
  // An empty address is this page with its query, which a GET form, as in Next's own screen, would drop.
  const firstHref = first === 'signIn' ? signInHref : '';
  // Only these screens read the clock: with cached components, Next prerenders no page that does.
  const time =
    isLater && retryAfter !== undefined
      ? formatRetryAfter(retryAfter, texts.lang, now ?? Date.now())
      : undefined;
  const [before = '', after = ''] = wordsAround(reference, error, texts);
  const status = SCREEN_STATUS[name];

  return {
    lang: texts.lang,
    dir: texts.dir,
    title: heading.replace(/[.。।]$/, ''),
    heading,
    lead:
      name === 'globalError'
        ? texts.globalError[serverDigest(error) === undefined ? 'clientSide' : 'serverSide']
        : undefined,
    impact,
    advice,
    retryAfter: time && { text: fillText(texts.retryAfter, 'time', time.text), dateTime: time.dateTime },
    actions: [
      ...link(first, firstHref),
      ...link(!WITHOUT_HOME.has(name) && 'home', homeHref),
      ...link('back', backHref),
    ],
    search:
      name === 'notFound' && searchHref !== undefined
        ? { href: searchHref, name: searchName, label: texts.searchLabel, button: texts.actions.search }
        : undefined,
    help: [
      ...link(
        isError && 'report',
        reportHref &&
          // oxlint-disable-next-line typescript/no-unnecessary-type-conversion -- a URL, in a host without types
          String(reportHref).replaceAll('{reference}', () => encodeURIComponent(reference ?? '')),
      ),
      ...link('contact', contactHref),
    ],
    code: showCode && status ? fillText(texts.code, 'code', String(status)) : undefined,
    reference: isError && reference !== undefined ? { before, value: reference, after } : undefined,
  };
}

/** The document title: the screen, then the site (WCAG 2.2, 2.4.2). */
export function documentTitle(title: string, siteName: string | null | undefined): string {
  return siteName ? `${title} – ${siteName}` : title;
}
