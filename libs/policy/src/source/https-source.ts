import {
  collectBytes,
  MAX_DOCUMENT_BYTES,
  MAX_SIGNATURE_BYTES,
  signatureText,
  tooLarge,
  type Look,
  type LookOptions,
  type PolicySource,
} from './policy-source.ts';

/** The part of `fetch` that is used. */
export type PolicyFetch = (url: string, init: RequestInit) => Promise<Response>;

/** The longest pause while the server does not answer, in milliseconds. */
const LONGEST_PAUSE_MS = 60_000;

/** A longer ETag is not sent back. */
const MAX_ETAG_LENGTH = 1_024;

const GONE: ReadonlySet<number> = new Set([404, 410]);

/** A document behind an address. Its signature is at the same address with `.sig` behind the path. */
export function httpsSource(url: URL, fetch: PolicyFetch): PolicySource {
  const signatureUrl = new URL(url);
  signatureUrl.pathname += '.sig';
  return {
    longestPauseMs: LONGEST_PAUSE_MS,
    look: async (options) => {
      const found = await lookAtUrl(url, fetch, options);
      if (found.kind !== 'text' || !options.isSigned) return found;
      const response = await ask(signatureUrl, fetch, options.signal);
      if (GONE.has(response.status)) return found;
      requireOk(response);
      const signature = await collectBytes(chunksOf(response), MAX_SIGNATURE_BYTES);
      return { ...found, signature: signatureText(signature) };
    },
  };
}

async function lookAtUrl(url: URL, fetch: PolicyFetch, { signal, mark }: LookOptions): Promise<Look> {
  const response = await ask(url, fetch, signal, mark);
  if (response.status === 304 && mark !== undefined) return { kind: 'same' };
  if (GONE.has(response.status)) return { kind: 'missing' };
  requireOk(response);
  const bytes = await collectBytes(chunksOf(response), MAX_DOCUMENT_BYTES);
  if (bytes === undefined) throw tooLarge();
  const etag = response.headers.get('etag');
  return { kind: 'text', bytes, ...(etag && etag.length <= MAX_ETAG_LENGTH && { mark: etag }) };
}

function ask(url: URL, fetch: PolicyFetch, signal: AbortSignal, etag?: string): Promise<Response> {
  return fetch(url.href, {
    headers: {
      accept: 'application/json, */*',
      // Caches on the way ask the server, so that a change travels in time.
      'cache-control': 'no-cache',
      ...(etag !== undefined && { 'if-none-match': etag }),
    },
    redirect: 'manual',
    signal,
  });
}

/** @throws if there is no document in the answer */
function requireOk({ status }: Response): void {
  if (status === 200) return;
  // A browser hides the status of a redirect: it is 0.
  const isRedirect = status === 0 || (status > 300 && status < 400 && status !== 304);
  throw new Error(
    isRedirect
      ? `the server redirects (${status}), and redirects are not followed`
      : `the server answers ${status}`,
  );
}

/** The chunks of a body as they come, on runtimes whose streams cannot be iterated too. */
async function* chunksOf({ body }: Response): AsyncGenerator<Uint8Array, void> {
  if (body === null) return;
  const reader = body.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    yield value;
  }
}
