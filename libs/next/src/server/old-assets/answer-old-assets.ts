import type { IncomingMessage, ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type { RequestInterceptor } from '@adit/tunnel/node';
import { decideAnswer, type AnswerSettings } from './decide-answer.ts';
import type { KeptFiles, OpenFile } from './kept-files.ts';

/** Options of {@link answerOldAssets}. */
export interface OldAssetsOptions extends AnswerSettings {
  /** The paths in front of `/_next/static/`: `basePath`, and the path of `assetPrefix`. */
  readonly prefixes: readonly string[];
  /** Whether Next answers the file, by its path below `_next/static`. */
  readonly isServed: (name: string) => boolean;
  readonly kept: KeptFiles;
  /** The headers that next.config adds to a path. */
  readonly headersOf: (path: string) => Readonly<Record<string, string>>;
}

/** Answers requests for static files that Next lacks and that a build had. All others pass. */
export function answerOldAssets({
  prefixes,
  isServed,
  kept,
  headersOf,
  ...settings
}: OldAssetsOptions): RequestInterceptor {
  const roots = prefixes.map((prefix) => `${prefix}/_next/static/`);

  /** The path below `_next/static`, if Next has no such file. */
  const missing = ({ url = '', method }: IncomingMessage): string | undefined => {
    const root = roots.find((start) => url.startsWith(start));
    if (root === undefined || (method !== 'GET' && method !== 'HEAD')) return undefined;
    const name = decode(pathOf(url).slice(root.length));
    return name === undefined || isServed(name) ? undefined : name;
  };

  const answer = async (
    request: IncomingMessage,
    response: ServerResponse,
    pass: () => void,
  ): Promise<void> => {
    const name = missing(request);
    const file = name === undefined ? undefined : await kept.open(name);
    if (name === undefined || file === undefined) {
      pass();
      return;
    }
    try {
      const { status, headers, range, isGzipped } = decideAnswer(request, name, file, settings);
      response.writeHead(status, merge(headers, headersOf(pathOf(request.url ?? ''))));
      if (range === undefined) response.end();
      else await send(file, range, isGzipped, response);
    } catch {
      // The visitor has gone, or the disk fails: the answer is cut off, so that nobody takes it for the whole file.
      response.destroy();
    } finally {
      await file.handle.close().catch(() => undefined);
    }
  };

  return {
    claims: (request) => missing(request) !== undefined,
    answer: (request, response, pass) => void answer(request, response, pass),
  };
}

async function send(
  { handle }: OpenFile,
  range: { readonly start: number; readonly end: number },
  isGzipped: boolean,
  response: ServerResponse,
): Promise<void> {
  const content = handle.createReadStream({ ...range, autoClose: false });
  await (isGzipped ? pipeline(content, createGzip(), response) : pipeline(content, response));
}

/** A header of next.config replaces that of the same name, as in Next. */
function merge(
  headers: Readonly<Record<string, string>>,
  own: Readonly<Record<string, string>>,
): Record<string, string> {
  const taken = new Set(Object.keys(own).map((name) => name.toLowerCase()));
  return {
    ...Object.fromEntries(Object.entries(headers).filter(([name]) => !taken.has(name.toLowerCase()))),
    ...own,
  };
}

const pathOf = (target: string): string => target.split('?', 1)[0] ?? '';

function decode(path: string): string | undefined {
  try {
    return decodeURIComponent(path);
  } catch {
    return undefined;
  }
}
