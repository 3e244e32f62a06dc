import type { IncomingHttpHeaders } from 'node:http';
import { BASE_PATH } from '../built-values.ts';

/** The parts of a request that are read. */
export interface DocumentRequest {
  readonly method?: string | undefined;
  readonly url?: string | undefined;
  readonly headers: IncomingHttpHeaders;
}

const ASSETS = `${BASE_PATH}/_next/`;

/** Whether the answer may be a document. `Accept` says little: `curl` and crawlers accept everything. */
export function isDocumentRequest({ method, url = '', headers }: DocumentRequest): boolean {
  return (method === 'GET' || method === 'HEAD') && headers['rsc'] === undefined && !url.startsWith(ASSETS);
}

/** Whether a form without a script may have sent it. The router sends actions with a header. */
export function isDocumentPost({ method, headers }: DocumentRequest): boolean {
  return method === 'POST' && headers['next-action'] === undefined && headers['content-type'] !== undefined;
}
