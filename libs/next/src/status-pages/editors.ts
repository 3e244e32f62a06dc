import type { ScreenParts } from '@adit/fallback-ui/document/screen';
import { fillErrorShell, readDocument, readErrorShell, type ErrorShell } from './error-shell.ts';
import { bytesOf, latinOf } from './latin.ts';
import { hasScreen, translateData, translateDocument, type Translation } from './translate.ts';
import { keepScreen } from './keep-screen.ts';
import { addLateScreen, beginLateStatus, isEnd, noteLateStatus, type LateStatus } from './late-status.ts';

/** A status with a screen. */
export type ScreenStatus = 401 | 403 | 404 | 500;

const FAILED = 500;

/** A chunk of a document. */
export type Chunk = string | Uint8Array;

/** Returns what to write in place of a chunk: the chunk itself, other bytes, or `undefined` for nothing yet. */
export type Editor = (
  chunk: Chunk,
  encoding: BufferEncoding | undefined,
  isLast: boolean,
) => Chunk | undefined;

/** A screen for a visitor. */
export interface StatusScreen extends ScreenParts {
  /** From the language of the build; `undefined` if that is the visitor's, and for a screen that the browser alone renders. */
  readonly translation: Translation | undefined;
}

/** How documents are edited. */
export interface Screens {
  /** Whether the application shows Adit's screen of the status. */
  readonly has: (status: number) => status is ScreenStatus;
  /** Returns the screen; `undefined` if it cannot. */
  readonly render: (status: ScreenStatus, shell: ErrorShell) => StatusScreen | undefined;
}

/**
 * Holds a document until it is known whether it is Next's empty one for an error, and writes the screen into that. A whole
 * document that has the screen is translated.
 */
export function createShellEditor(status: ScreenStatus, screens: Screens): Editor {
  let held = '';
  let isDone = false;
  return (chunk, encoding, isLast) => {
    if (isDone) return chunk;
    const isFirst = held === '';
    held += latinOf(chunk, encoding);
    const shell = readErrorShell(held, isLast);
    if (shell === 'unsure') return undefined;
    isDone = true;
    const edited =
      shell === 'other'
        ? isFirst && isLast && translateWhole(held, status, screens)
        : fill(held, status, shell, screens);
    if (edited) return bytesOf(edited);
    return isFirst ? chunk : bytesOf(held);
  };
}

function fill(
  text: string,
  status: ScreenStatus,
  shell: ErrorShell,
  { render }: Screens,
): string | undefined {
  const screen = render(status, shell);
  if (screen === undefined) return undefined;
  const { translation } = screen;
  // React renders the screen from the data, but that of a failure from a chunk.
  const main = status === FAILED ? screen.main + keepScreen(shell.nonce) : screen.main;
  return fillErrorShell((translation && translateData(text, translation)) ?? text, { ...screen, main });
}

function translateWhole(text: string, status: ScreenStatus, { render }: Screens): string | undefined {
  if (!hasScreen(text)) return undefined;
  const translation = render(status, readDocument(text))?.translation;
  // Unchanged, it is a variant, too: caches must know.
  return (translation && translateDocument(text, translation)) ?? text;
}

/** Adds the screen at the end of a document that became one of an error while it was streamed. Holds nothing. */
export function createStreamEditor({ has, render }: Screens): Editor {
  let seen: LateStatus | undefined;
  return (chunk, encoding, isLast) => {
    // A static page is whole.
    if (seen === undefined && isLast) return chunk;
    const read = (): string => latinOf(chunk, encoding);
    seen = noteLateStatus(seen ?? beginLateStatus(read()), searchable(chunk), read);
    const { status, shell } = seen;
    // Of a page with content, React could not render a part on the server, perhaps on purpose.
    if (status === undefined || !has(status) || (status === FAILED && seen.hasMain)) return chunk;
    const text = read();
    const screen = isEnd(text) ? render(status, shell) : undefined;
    return screen === undefined ? chunk : bytesOf(addLateScreen(text, screen, seen));
  };
}

const searchable = (chunk: Chunk): string | Buffer =>
  typeof chunk === 'string' ? chunk : Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
