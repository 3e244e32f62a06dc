import { serverDigest, shownReference } from './digest.ts';
import { notAccepted } from './not-accepted.ts';
import { formatRetryAfter, type RetryAfter } from './retry-after.ts';
import { fillText, type FallbackTexts } from './texts/fallback-texts.ts';
import { withoutNulls } from './without-nulls.ts';

/** Every screen there is, by the name its words have in a text pack. */
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

/** The statuses a screen answers for. */
export const SCREEN_STATUS = {
  unauthorized: 401,
  forbidden: 403,
  notFound: 404,
  tooManyRequests: 429,
  error: 500,
  globalError: 500,
  maintenance: 503,
} as const satisfies Partial<Record<ScreenName, number>>;

/** Where the ways out lead. Each one that is missing is not offered, but for home. */
export interface ScreenLinks {
  /** The home page. Default `/`. */
  readonly homeHref?: string | undefined;
  /** The page the reader came from. Default none: a server learns it from `Referer`, which it must check first. */
  readonly backHref?: string | undefined;
  /** Where people sign in; check a return path before you put it in. Shown on the 401 screen. */
  readonly signInHref?: string | undefined;
  /** Where a search form is sent by GET. Shown on the 404 screen. */
  readonly searchHref?: string | undefined;
  /** Name of the search form's field. Default `q`. */
  readonly searchName?: string | undefined;
  /** Where a problem is reported; `{reference}` in it is replaced with the encoded digest. Shown on the error screens. */
  readonly reportHref?: string | undefined;
  /** Where people are asked for help. */
  readonly contactHref?: string | undefined;
}

/** What a screen is about, besides its name. */
export interface ScreenFacts {
  /** When another try may succeed: seconds, a date, or a `Retry-After` header's text. Shown on the 429 and 503 screens. */
  readonly retryAfter?: RetryAfter | undefined;
  /** Whatever was thrown; only its digest is ever shown. */
  readonly error?: unknown;
  /** The reference of an error, where the host knows a better one than the digest; a number is shown as text. */
  readonly reference?: string | undefined;
  /** Whether the status code is shown as a secondary line. Default `true`. */
  readonly showCode?: boolean | undefined;
  /** The time `retryAfter` counts from, in milliseconds since the epoch. Default now. */
  readonly now?: number | undefined;
}

/** What happens on an action; `retry` needs a script, the others are links. */
export type ScreenActionName = keyof FallbackTexts['actions'];

/** One way out. */
export interface ScreenAction {
  readonly name: ScreenActionName;
  readonly label: string;
  /** An empty one is this page with its query. */
  readonly href: string;
}

/** The words and ways out of a screen, without a look: render it as you like. */
export interface ScreenDescription {
  readonly lang: string;
  readonly dir: 'ltr' | 'rtl';
  /** The heading without its full stop, for the document. */
  readonly title: string;
  readonly heading: string;
  /** Where the error was raised; on the global error screen only. */
  readonly lead: string | undefined;
  readonly impact: string;
  readonly advice: string;
  /** When to try again. */
  readonly retryAfter: { readonly text: string; readonly dateTime: string } | undefined;
  /** The first is what most people want. */
  readonly actions: readonly ScreenAction[];
  readonly search:
    | { readonly href: string; readonly name: string; readonly label: string; readonly button: string }
    | undefined;
  /** Ways to people who help, in the same order on every screen (WCAG 2.2, 3.2.6). */
  readonly help: readonly ScreenAction[];
  /** "Error 404", for those who search for it or quote it. */
  readonly code: string | undefined;
  /** What is to be copied, and the words around it. Set it off with `bdi`: it is no part of the sentence's direction. */
  readonly reference: { readonly before: string; readonly value: string; readonly after: string } | undefined;
}

/** Options of {@link describeScreen}. */
export interface DescribeScreenOptions extends ScreenLinks, ScreenFacts {
  readonly texts: FallbackTexts;
}

/** The links a screen leads with; home and, if known, the page before follow. */
const FIRST_ACTIONS: Partial<Record<ScreenName, 'signIn' | 'retry' | 'update' | 'reload'>> = {
  unauthorized: 'signIn',
  tooManyRequests: 'retry',
  maintenance: 'retry',
  offline: 'retry',
  update: 'update',
  error: 'reload',
  globalError: 'reload',
};

/** Screens for what another page of the site would meet as well. */
const WITHOUT_HOME: ReadonlySet<ScreenName> = new Set(['offline', 'maintenance']);

/**
 * What a screen says and offers, as data: the headless variant of every screen, which the React screens and
 * `renderFaultDocument` only draw. An option that is `null` counts as not given.
 *
 * @throws {RangeError} for an unknown name
 */
export function describeScreen(name: ScreenName, options: DescribeScreenOptions): ScreenDescription {
  if (!screenNames.includes(name)) throw notAccepted('name', name, screenNames);
  return describeKnownScreen(name, withoutNulls(options));
}

/** The same for the screens themselves, whose names are their own, with options of which none is `null`. Never throws. */
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
    now = Date.now(),
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
  // An empty href is this page with its query; a GET form, as in Next's own screen, would drop the query.
  const firstHref = first === 'signIn' ? signInHref : '';
  const time =
    isLater && retryAfter !== undefined ? formatRetryAfter(retryAfter, texts.lang, now) : undefined;
  const [beforeReference = '', afterReference = ''] = texts.digest.split('{digest}');
  const status = name in SCREEN_STATUS ? SCREEN_STATUS[name as keyof typeof SCREEN_STATUS] : undefined;

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
          // eslint-disable-next-line @typescript-eslint/no-unnecessary-type-conversion -- or a URL, where nobody checks types
          String(reportHref).replaceAll('{reference}', () => encodeURIComponent(reference ?? '')),
      ),
      ...link('contact', contactHref),
    ],
    code:
      showCode && status !== undefined && !isError ? fillText(texts.code, 'code', String(status)) : undefined,
    reference:
      isError && reference !== undefined
        ? { before: beforeReference, value: reference, after: afterReference }
        : undefined,
  };
}
