import { locales as allLocales, type FallbackLocale } from '../texts/locales.ts';
import { notAccepted } from '../not-accepted.ts';
import { faultStatuses } from './fault-status.ts';
import { renderFaultDocument, type FaultDocumentOptions } from './render-fault-document.ts';

/** Beyond a day a screen names a date, and a file is read at any. */
const MAX_RETRY_AFTER_SECONDS = 86_400;

/** Options of {@link faultDocuments}. */
export interface FaultDocumentsOptions extends Omit<
  FaultDocumentOptions,
  'texts' | 'nonce' | 'retryAfter' | 'now'
> {
  /**
   * After how many seconds another try may succeed, 86,400 at most. Shown on the 503 alone: how long a 429 lasts depends
   * on who asks. Let the server send it too, as `Retry-After`. Default none.
   */
  readonly retryAfter?: number | string | undefined;
  /** The languages wanted. Default all. */
  readonly locales?: readonly FallbackLocale[] | undefined;
}

/** A document and the name it is stored under. */
export interface FaultDocument {
  /** `404.de.html`, `offline.zh-Hans.html`. */
  readonly file: string;
  readonly html: string;
}

/**
 * The documents for every status in every language, for servers of static files. What `adit-fault-documents` writes.
 *
 * @throws {RangeError} where `locales` is no list or empty, for a `retryAfter` that is no delay, and as
 *   {@link renderFaultDocument} does
 */
export function faultDocuments({
  locales = allLocales,
  retryAfter,
  ...options
}: FaultDocumentsOptions = {}): FaultDocument[] {
  if (!Array.isArray(locales) || locales.length === 0) {
    throw notAccepted('locales', locales, `a list of ${allLocales.join(', ')}`);
  }
  if (retryAfter !== undefined && !isDelay(retryAfter)) {
    throw notAccepted('retryAfter', retryAfter, `whole seconds, 1 to ${MAX_RETRY_AFTER_SECONDS}`);
  }
  return faultStatuses.flatMap((status) =>
    locales.map((locale: FallbackLocale) => ({
      file: `${status}.${locale}.html`,
      html: renderFaultDocument(status, locale, {
        ...options,
        retryAfter: status === 503 ? retryAfter : undefined,
      }),
    })),
  );
}

const isDelay = (seconds: number | string): boolean =>
  /^[1-9]\d*$/.test(String(seconds)) && Number(seconds) <= MAX_RETRY_AFTER_SECONDS;
