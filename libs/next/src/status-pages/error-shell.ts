import type { ScreenParts } from '@adit/fallback-ui/document/screen';
import { toLatin } from './latin.ts';

/** Facts of a page in the document that Next answers for an error. */
export interface ErrorShell {
  /** The language of the application's root layout, which the browser will render. */
  readonly lang: string | undefined;
  /** The nonce of its scripts. */
  readonly nonce: string | undefined;
  /** The digest of its error. */
  readonly digest: string | undefined;
}

/** The most that is held of a document, in bytes. Of Next's documents, 3 KB come before the first data. */
export const MOST_HELD = 64 * 1024;

const ROOT = /^<!DOCTYPE html><html\b([^>]*)>/i;
const IS_ERROR = /\bid="__next_error__"/;
const BODY = /<\/head><body\b[^>]*>/;
/** Elements of the body that nobody sees. */
const UNSEEN =
  /^(?:\s+|<!--[\s\S]*?-->|<(script|template)\b[^>]*>[\s\S]*?<\/\1>|<div hidden=""[^>]*>[\s\S]*?<\/div>|<(?:link|meta)\b[^>]*>)/;
/** The beginning of the rest if the body is still empty: nothing, its end, or an element that has yet to end. */
const STILL_EMPTY = /^(?:$|<\/body>|<(?:script|template|div hidden=""|!--))/;
const DATA = 'self.__next_f.push([1,';
/** The root layout's element in the data, which is a script's text. */
const HTML_ELEMENT = /\[\\"\$\\",\\"html\\",(?:null|\\"[^"\\]*\\"),\{[^{}]*?\\"lang\\":\\"([\w-]+)\\"/;
const NONCE = /<script\b[^>]*?\snonce="([^"]+)"/;
const DIGEST = /:E\{\\"digest\\":\\"(\d+(?:@E\d+)?)\\"/;

/**
 * Reads the beginning of a document: Next's empty one for an error; another one; or too little to know. The text has
 * one character for each byte.
 *
 * @param isWhole whether nothing follows
 */
export function readErrorShell(text: string, isWhole: boolean): ErrorShell | 'other' | 'unsure' {
  const attributes = ROOT.exec(text)?.[1];
  if (attributes === undefined || !IS_ERROR.test(attributes)) return 'other';
  const isLast = isWhole || text.length > MOST_HELD;
  const body = BODY.exec(text);
  if (body === null) return isLast ? 'other' : 'unsure';
  if (!isStillEmpty(text.slice(body.index + body[0].length))) return 'other';
  if (!isLast && !text.includes(DATA)) return 'unsure';
  return {
    lang: HTML_ELEMENT.exec(text)?.[1],
    nonce: NONCE.exec(text)?.[1],
    digest: DIGEST.exec(text)?.[1],
  };
}

const LANG = /^<!DOCTYPE html><html\b[^>]*?\slang="([^"]+)"/i;

/** The same of a document with content, by its beginning. */
export const readDocument = (text: string): ErrorShell => ({
  lang: LANG.exec(text)?.[1],
  nonce: NONCE.exec(text)?.[1],
  digest: undefined,
});

function isStillEmpty(body: string): boolean {
  let rest = body;
  for (let unseen = UNSEEN.exec(rest); unseen !== null; unseen = UNSEEN.exec(rest)) {
    rest = rest.slice(unseen[0].length);
  }
  return STILL_EMPTY.test(rest);
}

/** Writes a screen into the document of {@link readErrorShell}: React replaces all of it but the styles. */
export function fillErrorShell(text: string, { lang, dir, title, styles, main }: ScreenParts): string {
  const root = ROOT.exec(text)?.[0] ?? '';
  const body = BODY.exec(text);
  if (body === null) return text;
  const head = text.slice(root.length, body.index).replace(/<title>[^<]*<\/title>/g, '');
  return [
    root.slice(0, -1),
    ` lang="${lang}" dir="${dir}">`,
    head,
    toLatin(title + styles),
    body[0],
    toLatin(main),
    text.slice(body.index + body[0].length),
  ].join('');
}
