/** What one screen says. */
export interface ScreenTexts {
  /** Document title, before the site's name. */
  title: string;
  /** The heading: what happened. */
  heading: string;
  /** What the reader can do about it. */
  explanation: string;
}

/** What the global error screen says; which sentence is shown depends on where the error was raised. */
export interface GlobalErrorTexts extends ScreenTexts {
  /** Shown when the error carries no server digest. */
  clientSide: string;
  /** Shown when the error carries a server digest. */
  serverSide: string;
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
  /** 404. */
  notFound: ScreenTexts;
  /** 403. */
  forbidden: ScreenTexts;
  /** 401. */
  unauthorized: ScreenTexts;
  /** An error below the root layout. */
  error: ScreenTexts;
  /** An error in the root layout. */
  globalError: GlobalErrorTexts;
  /** The secondary line with the status code; `{code}` stands for the number. */
  code: string;
  /** The line that joins a shown error to its server log; `{digest}` stands for the digest. */
  digest: string;
  /** Labels of the actions. */
  actions: {
    home: string;
    signIn: string;
    reload: string;
    retry: string;
  };
}

/**
 * Puts a value where a text pack has its placeholder. The replacement is a function because a string would have
 * `$&` and its like interpreted, and a digest comes from outside.
 */
export function fillText(text: string, placeholder: string, value: string): string {
  return text.replace(`{${placeholder}}`, () => value);
}
