import type { ScreenParts } from '@adit/fallback-ui/document/screen';
import { readDocument, type ErrorShell } from './error-shell.ts';
import { toLatin } from './latin.ts';

/** Facts of a streamed document so far. */
export interface LateStatus {
  /** The status that its page would have been answered with, had it been known. */
  readonly status: number | undefined;
  readonly hasMain: boolean;
  readonly shell: ErrorShell;
}

const SIGNS = ['$RX("B:', '<template data-dgst="'];
const MARK =
  /(?:\$RX\("B:\w+",|<template data-dgst=)"(?:NEXT_HTTP_ERROR_FALLBACK;(40[134])|(\d+(?:@E\d+)?))"/;
const FAILED = 500;
const END = '</body></html>';

/** A chunk: bytes or text. */
interface Searchable {
  includes(text: string): boolean;
}

/** Reads the first chunk of a document. */
export const beginLateStatus = (text: string): LateStatus => ({
  status: undefined,
  hasMain: false,
  shell: readDocument(text),
});

/**
 * Notes what React could not render on the server: it writes the fallback instead, and renders again in the browser.
 * The first one counts.
 *
 * @param read the text of the chunk, with one character for each byte
 */
export function noteLateStatus(seen: LateStatus, chunk: Searchable, read: () => string): LateStatus {
  const hasMain = seen.hasMain || chunk.includes('<main');
  const isMarked = seen.status === undefined && SIGNS.some((sign) => chunk.includes(sign));
  const mark = isMarked ? MARK.exec(read()) : null;
  if (mark === null) return hasMain === seen.hasMain ? seen : { ...seen, hasMain };
  const [, status, digest] = mark;
  return {
    status: status === undefined ? FAILED : Number(status),
    hasMain,
    shell: { ...seen.shell, digest },
  };
}

/** Whether the text ends the document. */
export const isEnd = (text: string): boolean => text.endsWith(END);

/**
 * Writes a screen at the end of a document, for visitors without scripts. React leaves alone what follows its own
 * elements in the body.
 */
export function addLateScreen(text: string, { styles, main }: ScreenParts, { hasMain }: LateStatus): string {
  // A document has one main element.
  const screen = hasMain ? main.replace(/^<main\b/, '<section').replace(/<\/main>$/, '</section>') : main;
  return `${text.slice(0, -END.length)}<noscript>${toLatin(styles + screen)}</noscript>${END}`;
}
