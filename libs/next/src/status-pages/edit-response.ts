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

  const begin = (): Editor | undefined => {
    if (!begun) {
      begun = true;
      editor = chooseEditor(response, context);
      isHolding = editor !== undefined && response.statusCode !== OK;
    }
    return editor;
  };
  const edit = (chunk: Chunk, encoding: BufferEncoding | undefined, isLast: boolean): Chunk | undefined => {
    const edited = editor?.(chunk, encoding, isLast) ?? undefined;
    if (edited !== undefined) isHolding = false;
    return edited;
  };

  keepOutermost(response, 'flushHeaders', (inner) => {
    begin();
    // They change if the document does, and its first bytes come next.
    return isHolding ? undefined : inner();
  });
  keepOutermost(response, 'write', (inner, args) => {
    const { chunk, encoding, callback } = readArguments(args);
    if (begin() === undefined || chunk === undefined) return inner(...args);
    const edited = edit(chunk, encoding, false);
    if (edited === chunk) return inner(...args);
    if (edited === undefined) {
      if (callback) process.nextTick(callback);
      return true;
    }
    changeHeaders(response, context, edited, chunk);
    return inner(edited, callback);
  });
  keepOutermost(response, 'end', (inner, args) => {
    const { chunk = '', encoding, callback } = readArguments(args);
    if (begin() === undefined || (chunk === '' && !isHolding)) return inner(...args);
    const edited = edit(chunk, encoding, true) ?? chunk;
    // Bytes that Node and the wrappers write now are final.
    editor = undefined;
    if (edited === chunk) return inner(...args);
    changeHeaders(response, context, edited, chunk);
    return inner(edited, callback);
  });
}

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

function changeHeaders(response: ServerResponse, { vary }: ResponseContext, to: Chunk, from: Chunk): void {
  if (response.headersSent) return;
  dropValidator(response, vary);
  const length = response.getHeader('content-length');
  if (length !== undefined) {
    response.setHeader('content-length', Number(length) + Buffer.byteLength(to) - Buffer.byteLength(from));
  }
}

/** Next computed the validator for the document without the screen. */
function dropValidator(response: ServerResponse, vary: readonly string[]): void {
  response.removeHeader('etag');
  response.removeHeader('last-modified');
  const names = [response.getHeader('vary') ?? []].flat().map(String);
  if (vary.length > 0) response.setHeader('vary', [...names, ...vary].join(', '));
}
