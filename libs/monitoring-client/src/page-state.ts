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
  readonly addEventListener: (type: 'pagehide' | 'pageshow', listener: () => void) => void;
}

/** Returns a function that says whether the page is being left: from `pagehide` until the back/forward cache shows it again. */
export function watchPageLeave(page: LeavablePage): () => boolean {
  let isLeaving = false;
  page.addEventListener('pagehide', () => (isLeaving = true));
  page.addEventListener('pageshow', () => (isLeaving = false));
  return () => isLeaving;
}
