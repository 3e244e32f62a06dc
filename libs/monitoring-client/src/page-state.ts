/** The part of `document` that is read. */
interface TranslatableDocument {
  readonly documentElement: { readonly className: string };
}

/** Whether the browser has translated the page, which replaces text nodes of React. Chromium marks `<html>`. */
export function isTranslatedDocument({ documentElement }: TranslatableDocument): boolean {
  return /\btranslated-(?:ltr|rtl)\b/.test(documentElement.className);
}

/** The part of `window` that is used. */
interface LeavablePage {
  readonly addEventListener: (type: 'beforeunload' | 'pagehide' | 'pageshow', listener: () => void) => void;
}

/** The next document arrives within this time, or the visitor stays: after a download, or if they cancel a dialogue. */
const MAX_WAIT_FOR_DOCUMENT_MS = 10_000;

/**
 * Returns a function that says whether the page is being left: from `pagehide` until the back/forward cache shows it again, and for
 * ten seconds after `beforeunload`. Firefox and Safari abort open requests when a navigation starts, long before `pagehide`.
 */
export function watchPageLeave(page: LeavablePage): () => boolean {
  let isHidden = false;
  let leavingUntil = 0;
  page.addEventListener('beforeunload', () => (leavingUntil = Date.now() + MAX_WAIT_FOR_DOCUMENT_MS));
  page.addEventListener('pagehide', () => (isHidden = true));
  page.addEventListener('pageshow', () => {
    isHidden = false;
    leavingUntil = 0;
  });
  return () => isHidden || Date.now() < leavingUntil;
}
