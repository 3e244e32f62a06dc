/** The sentences of one screen. */
export interface ScreenTexts {
  /** Says what happened. Also the document's title, without its full stop and followed by the site's name. */
  heading: string;
  /** The likely cause, or the effect on the visitor's work. */
  impact: string;
  /** Suggests what the visitor can do. */
  advice: string;
}

/** The sentences of the global error screen. It shows `clientSide` or `serverSide`. */
export interface GlobalErrorTexts extends ScreenTexts {
  /** Shown if the error has no digest of the server. */
  clientSide: string;
  /** Shown if the error has a digest of the server. */
  serverSide: string;
}

/** The sentences for a page without a network. */
export interface OfflineTexts extends ScreenTexts {
  /** Said in place of `impact` while what the visitor sent waits for the network. */
  held: string;
}

/** The sentences for a page of an older version. */
export interface UpdateTexts extends ScreenTexts {
  /** The advice if only a part of the page failed and the visitor can still see what they typed. */
  adviceInPart: string;
  /** Said on the new version, whose form is filled in again, if the old one sent what the server could not process. */
  sendAgain: string;
}

/**
 * Every word that the screens show, in one language. Plain strings only, so that a server component can pass it to a
 * client component.
 */
export interface FallbackTexts {
  /** BCP 47 tag of the language. */
  lang: string;
  /** Direction of the language's script. */
  dir: 'ltr' | 'rtl';
  /** 401. */
  unauthorized: ScreenTexts;
  /** 403. */
  forbidden: ScreenTexts;
  /** 404. */
  notFound: ScreenTexts;
  /** 429. */
  tooManyRequests: ScreenTexts;
  /** 503. */
  maintenance: ScreenTexts;
  /** An error below the root layout. */
  error: ScreenTexts;
  /** An error in the root layout. */
  globalError: GlobalErrorTexts;
  /** No network. */
  offline: OfflineTexts;
  /** The page belongs to an older version of the site. */
  update: UpdateTexts;
  /** An error in one part of a page. */
  inlineError: Pick<ScreenTexts, 'heading' | 'advice'>;
  /** The line with the status code; `{code}` is the number. */
  code: string;
  /** The line with the reference of an error; `{digest}` is the reference. */
  digest: string;
  /** When to try again; `{time}` is "in 5 minutes" or a date, formatted for the language. */
  retryAfter: string;
  /** Name of the search field. */
  searchLabel: string;
  /** Labels of the links and buttons. */
  actions: {
    home: string;
    back: string;
    signIn: string;
    reload: string;
    retry: string;
    /** Loads the new version of the site. */
    update: string;
    search: string;
    report: string;
    contact: string;
    /** Copies the reference of an error. */
    copy: string;
    /** Hides a message. */
    close: string;
  };
  /** Announced after the reference was copied. */
  copied: string;
  /** Announced if the browser does not allow copying: the reference is selected, and the visitor copies it. */
  copyByHand: string;
}

/** The packs of texts. They only differ in English. */
export const packNames = ['classic', 'plain'] as const;

/** `classic` has the English sentences of Next.js 15.1; `plain` has sentences without jargon. */
export type PackName = (typeof packNames)[number];

/** Puts a value in place of a placeholder. A function, because `$&` in a replacement string has a meaning. */
export function fillText(text: string, placeholder: string, value: string): string {
  return text.replace(`{${placeholder}}`, () => value);
}
