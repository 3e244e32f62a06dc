import type { ServerResponse } from 'node:http';
import { createShellEditor, createStreamEditor, type Chunk, type Editor, type Screens } from './editors.ts';
import { keepOutermost } from './outermost.ts';

const OK = 200;

/** Facts of a response that are known before it begins. */
export interface ResponseContext extends Screens {
  readonly isHead: boolean;
  /** Request headers that the screen depends on. */
  readonly vary: readonly string[];
}

type Callback = () => void;

/**
 * Writes the screen into the documents of this response that lack it. All other bytes, and when they are written, stay
 * the same. Call it before the application gets the response.
 */
export function editResponse(response: ServerResponse, context: ResponseContext): void {
  let begun = false;
  let editor: Editor | undefined;
  let isHolding = false;
  /** Bytes of the application that are not sent yet. */
  let taken = 0;

  const begin = (): Editor | undefined => {
    if (!begun) {
      begun = true;
      editor = chooseEditor(response, context);
      isHolding = editor !== undefined && response.statusCode !== OK;
    }
    return editor;
  };
  const edit = (chunk: Chunk, encoding: BufferEncoding | undefined, isLast: boolean): Chunk | undefined => {
    taken += sizeOf(chunk, encoding);
    const edited = editor?.(chunk, encoding, isLast) ?? undefined;
    if (edited !== undefined) isHolding = false;
    return edited;
  };
  const release = (edited: Chunk): void => {
    changeHeaders(response, context, sizeOf(edited, undefined) - taken);
    taken = 0;
  };

  keepOutermost(response, 'flushHeaders', (inner) => {
    begin();
    // They change if the document does, and its first bytes come next.
    return isHolding ? undefined : inner();
  });
  keepOutermost(response, 'write', (inner, args) => {
    const { chunk, encoding, callback } = readArguments(args);
    if (begin() === undefined || (chunk === undefined && !isHolding)) return inner(...args);
    const edited = chunk && edit(chunk, encoding, false);
    if (edited !== undefined && edited === chunk) {
      taken = 0;
      return inner(...args);
    }
    if (edited === undefined) {
      if (callback) process.nextTick(callback);
      return true;
    }
    release(edited);
    return inner(edited, callback);
  });
  keepOutermost(response, 'end', (inner, args) => {
    const { chunk = '', encoding, callback } = readArguments(args);
    if (begin() === undefined || (chunk === '' && !isHolding)) return inner(...args);
    const edited = edit(chunk, encoding, true) ?? chunk;
    // Bytes that Node and the wrappers write now are final.
    editor = undefined;
    if (edited === chunk) return inner(...args);
    release(edited);
    return inner(edited, callback);
  });
}

const sizeOf = (chunk: Chunk, encoding: BufferEncoding | undefined): number =>
  typeof chunk === 'string' ? Buffer.byteLength(chunk, encoding) : chunk.byteLength;

interface Arguments {
  readonly chunk: Chunk | undefined;
  readonly encoding: BufferEncoding | undefined;
  readonly callback: Callback | undefined;
}

/** The arguments of `write` and `end`: each may be missing. */
function readArguments([first, ...rest]: readonly unknown[]): Arguments {
  const isChunk = typeof first === 'string' || first instanceof Uint8Array;
  return {
    chunk: isChunk && first !== '' ? first : undefined,
    encoding: rest.find((value): value is BufferEncoding => typeof value === 'string'),
    callback: [first, ...rest].find((value): value is Callback => typeof value === 'function'),
  };
}

/** The editor of a response whose headers are about to be sent; `undefined` if all of it stays the same. */
function chooseEditor(response: ServerResponse, context: ResponseContext): Editor | undefined {
  const { statusCode } = response;
  // The answer of another server, passed on: Node adds the date to its own when it sends them.
  if (response.hasHeader('date')) return undefined;
  if ((statusCode !== OK && !context.has(statusCode)) || response.headersSent) return undefined;
  if (!String(response.getHeader('content-type')).startsWith('text/html')) return undefined;
  if (response.hasHeader('content-encoding')) return undefined;
  if (context.has(statusCode)) {
    if (!context.isHead) return createShellEditor(statusCode, context);
    // Of a document that is not there to be seen.
    dropLength(response, context);
    return undefined;
  }
  return context.isHead || response.hasHeader('content-length') ? undefined : createStreamEditor(context);
}

/** The length of `HEAD` may be left out; a wrong one must not be sent. */
function dropLength(response: ServerResponse, { vary }: ResponseContext): void {
  response.removeHeader('content-length');
  dropValidator(response, vary);
}

function changeHeaders(response: ServerResponse, { vary }: ResponseContext, addedBytes: number): void {
  if (response.headersSent) return;
  dropValidator(response, vary);
  const length = response.getHeader('content-length');
  if (length !== undefined) {
    response.setHeader('content-length', Number(length) + addedBytes);
  }
}

/** Next computed the validator for the document without the screen. */
function dropValidator(response: ServerResponse, vary: readonly string[]): void {
  response.removeHeader('etag');
  response.removeHeader('last-modified');
  const names = [response.getHeader('vary') ?? []].flat().map(String);
  if (vary.length > 0) response.setHeader('vary', [...names, ...vary].join(', '));
}
