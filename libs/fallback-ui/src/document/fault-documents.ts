import { locales as allLocales, type FallbackLocale } from '../texts/locales.ts';
import { notAccepted } from '../not-accepted.ts';
import { faultStatuses } from './fault-status.ts';
import { renderFaultDocument, type FaultDocumentOptions } from './render-fault-document.ts';

/** A longer delay is shown as a date, which would be wrong in a stored file. */
const MAX_RETRY_AFTER_SECONDS = 86_400;

/** Options of {@link faultDocuments}. */
export interface FaultDocumentsOptions extends Omit<
  FaultDocumentOptions,
  'texts' | 'nonce' | 'retryAfter' | 'now'
> {
  /** Seconds until the site is available again, at most 86,400, on the 503. Send `Retry-After` too. Default none. */
  readonly retryAfter?: number | string | undefined;
  /** Default: all languages. */
  readonly locales?: readonly FallbackLocale[] | undefined;
}

/** A document and the name of its file. */
interface FaultDocument {
  /** `404.de.html`, `offline.zh-Hans.html`. */
  readonly file: string;
  readonly html: string;
}

/**
 * Returns a document for every status in every language, for servers of static files. `adit-fault-documents` writes them.
 *
 * @throws {RangeError} if `locales` is not a list or empty, if `retryAfter` is not a number of seconds, or for the same
 *   reasons as {@link renderFaultDocument}
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
