/** The part of `document` that is asked. */
export interface TranslatableDocument {
  readonly documentElement: { readonly className: string };
}

/** Whether the browser has translated the page, which moves text from under React (Chromium marks `<html>` so). */
export function isTranslatedDocument({ documentElement }: TranslatableDocument): boolean {
  return /\btranslated-(?:ltr|rtl)\b/.test(documentElement.className);
}

/** The part of `window` that is listened to. */
export interface LeavablePage {
  readonly addEventListener: (type: 'pagehide' | 'pageshow', listener: () => void) => void;
}

/** Watches whether the page is being left: from `pagehide` until it is shown again from the back/forward cache. */
export function watchPageLeave(page: LeavablePage): () => boolean {
  let isLeaving = false;
  page.addEventListener('pagehide', () => (isLeaving = true));
  page.addEventListener('pageshow', () => (isLeaving = false));
  return () => isLeaving;
}
