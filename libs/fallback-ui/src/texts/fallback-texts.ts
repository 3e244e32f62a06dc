/** What one screen says: what happened, what it means for the reader's work, and what can be done. */
export interface ScreenTexts {
  /** What happened. Without its full stop, and before the site's name, it is the document's title. */
  heading: string;
  /** What it means for the reader's work. */
  impact: string;
  /** What the reader can do. */
  advice: string;
}

/** What the global error screen says; which sentence is shown depends on where the error was raised. */
export interface GlobalErrorTexts extends ScreenTexts {
  /** Shown when the error carries no server digest. */
  clientSide: string;
  /** Shown when the error carries a server digest. */
  serverSide: string;
}

/** What is said where the page belongs to an older version of the site. */
export interface UpdateTexts extends ScreenTexts {
  /** What the reader can do where only a part of the page failed, and what was typed is still to be seen. */
  adviceInPart: string;
}

/**
 * A text pack: every word the screens show, in one language. Plain strings only, so that a pack can be passed
 * from a server component to a client component, where functions cannot go.
 */
export interface FallbackTexts {
  /** BCP 47 tag of the language the pack is written in. */
  lang: string;
  /** Direction of that language's script. */
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
  offline: ScreenTexts;
  /** The page belongs to an older version of the site. */
  update: UpdateTexts;
  /** An error in a part of a page whose rest still works. */
  inlineError: Pick<ScreenTexts, 'heading' | 'advice'>;
  /** The secondary line with the status code; `{code}` stands for the number. */
  code: string;
  /** The line that joins a shown error to its report; `{digest}` stands for the digest. */
  digest: string;
  /** When to try again; `{time}` stands for "in 5 minutes" or a date, as the language has it. */
  retryAfter: string;
  /** Name of the search field. */
  searchLabel: string;
  /** Labels of the actions. */
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
  };
  /** Said after the reference was copied. */
  copied: string;
  /** Said where the browser does not allow copying: the reference is selected, and the reader copies it. */
  copyByHand: string;
}

/** `classic` has the sentences Next.js 15.1 shows, `plain` says the same without jargon. */
export type PackName = 'classic' | 'plain';

/**
 * Puts a value where a text pack has its placeholder. The replacement is a function because a string would have
 * `$&` and its like interpreted, and a digest comes from outside.
 */
export function fillText(text: string, placeholder: string, value: string): string {
  return text.replace(`{${placeholder}}`, () => value);
}
