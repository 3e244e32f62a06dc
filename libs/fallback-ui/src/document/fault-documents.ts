import { locales as allLocales, type FallbackLocale } from '../texts/locales.ts';
import { notAccepted } from './not-accepted.ts';
import { faultStatuses } from './fault-status.ts';
import { renderFaultDocument, type FaultDocumentOptions } from './render-fault-document.ts';

/** Options of {@link faultDocuments}. */
export interface FaultDocumentsOptions extends Omit<FaultDocumentOptions, 'texts' | 'nonce'> {
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
 * @throws {RangeError} where `locales` is empty, and as {@link renderFaultDocument} does
 */
export function faultDocuments({
  locales = allLocales,
  ...options
}: FaultDocumentsOptions = {}): FaultDocument[] {
  if (locales.length === 0) throw notAccepted('locales', 'empty', allLocales);
  return faultStatuses.flatMap((status) =>
    locales.map((locale) => ({
      file: `${status}.${locale}.html`,
      html: renderFaultDocument(status, locale, options),
    })),
  );
}
