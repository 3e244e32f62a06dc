import type { IncomingHttpHeaders } from 'node:http';
import type { KeptFile } from '../../old-assets/build-record.ts';
import { contentTypeOf } from './content-types.ts';

/** The settings of next.config that change the answer. */
export interface AnswerSettings {
  readonly compress: boolean;
  readonly generateEtags: boolean;
}

/** The answer to a request for a static file. */
export interface FileAnswer {
  readonly status: 200 | 206 | 304 | 416;
  readonly headers: Readonly<Record<string, string>>;
  /** The bytes of the body, both ends included; `undefined` for no body. */
  readonly range: { readonly start: number; readonly end: number } | undefined;
  readonly isGzipped: boolean;
}

/** Next compresses no smaller answer. */
const MIN_COMPRESSED_BYTES = 1_024;

/** Decides the answer that Next gives for a file of its own build. `headers` are those of the request. */
export function decideAnswer(
  { method, headers: asked }: { readonly method?: string | undefined; readonly headers: IncomingHttpHeaders },
  name: string,
  { bytes, modifiedMs }: Pick<KeptFile, 'bytes' | 'modifiedMs'>,
  { compress, generateEtags }: AnswerSettings,
): FileAnswer {
  const etag = generateEtags ? `W/"${bytes.toString(16)}-${modifiedMs.toString(16)}"` : undefined;
  const modified = new Date(modifiedMs).toUTCString();
  const general = {
    'Accept-Ranges': 'bytes',
    'Cache-Control': 'public, max-age=31536000, immutable',
    'Last-Modified': modified,
    ...(etag !== undefined && { ETag: etag }),
  };
  if (isFresh(asked, etag, modified))
    return { status: 304, headers: general, range: undefined, isGzipped: false };
  const { type, isCompressed } = contentTypeOf(name);
  const headers = {
    ...general,
    'Content-Type': type,
    ...(compress && isCompressed && { Vary: 'Accept-Encoding' }),
  };
  const range = isRangeFresh(asked['if-range'], etag, modified) ? parseRange(asked.range, bytes) : undefined;
  if (range === 'unsatisfiable')
    return {
      status: 416,
      headers: { ...general, 'Content-Range': `bytes */${bytes}`, 'Content-Length': '0' },
      range: undefined,
      isGzipped: false,
    };
  const hasBody = method !== 'HEAD';
  if (range !== undefined) {
    const { start, end } = range;
    return {
      status: 206,
      headers: {
        ...headers,
        'Content-Range': `bytes ${start}-${end}/${bytes}`,
        'Content-Length': String(end - start + 1),
      },
      range: hasBody ? range : undefined,
      isGzipped: false,
    };
  }
  const isGzipped =
    compress &&
    isCompressed &&
    hasBody &&
    bytes >= MIN_COMPRESSED_BYTES &&
    acceptsGzip(asked['accept-encoding']);
  return {
    status: 200,
    headers: isGzipped
      ? { ...headers, 'Content-Encoding': 'gzip' }
      : { ...headers, 'Content-Length': String(bytes) },
    range: hasBody && bytes > 0 ? { start: 0, end: bytes - 1 } : undefined,
    isGzipped,
  };
}

function isFresh(asked: IncomingHttpHeaders, etag: string | undefined, modified: string): boolean {
  const { 'if-none-match': tags, 'if-modified-since': since, 'cache-control': control = '' } = asked;
  if ((tags === undefined && since === undefined) || /(?:^|,)\s*no-cache\s*(?:,|$)/.test(control))
    return false;
  if (tags === undefined) return Date.parse(modified) <= Date.parse(since ?? '');
  const weak = (tag: string): string => tag.trim().replace(/^W\//, '');
  return (
    tags.trim() === '*' || (etag !== undefined && tags.split(',').some((tag) => weak(tag) === weak(etag)))
  );
}

function isRangeFresh(
  given: string | string[] | undefined,
  etag: string | undefined,
  modified: string,
): boolean {
  if (typeof given !== 'string') return true;
  if (given.includes('"')) return etag !== undefined && given.includes(etag);
  return Date.parse(modified) <= Date.parse(given);
}

/** Several ranges are answered with the whole file, as Next does. */
function parseRange(
  header: string | undefined,
  bytes: number,
): { start: number; end: number } | 'unsatisfiable' | undefined {
  const [, first = '', last = ''] = /^ *bytes=(\d*)-(\d*)$/.exec(header ?? '') ?? [];
  if (first === '' && last === '') return undefined;
  const start = first === '' ? Math.max(0, bytes - Number(last)) : Number(first);
  const end = first === '' || last === '' ? bytes - 1 : Math.min(Number(last), bytes - 1);
  return start <= end ? { start, end } : 'unsatisfiable';
}

function acceptsGzip(header: string | string[] | undefined): boolean {
  return String(header ?? '')
    .split(',')
    .some((part) => /^\s*(?:gzip|\*)\s*(?:;|$)/i.test(part) && !/;\s*q=0(?:\.0*)?\s*$/.test(part));
}
