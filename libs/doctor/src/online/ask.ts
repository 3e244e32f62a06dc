import { readProperty, readText } from '@adit/common';

/** The part of an answer that is read, in bytes. */
const MAX_BODY_BYTES = 65_536;

/** A request of the doctor. */
export interface Question {
  readonly url: URL;
  readonly method: 'GET' | 'POST';
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** The result of a request. */
export type Reply =
  | { readonly kind: 'answer'; readonly status: number; readonly headers: Headers; readonly body: string }
  | { readonly kind: 'timeout' }
  /** The server cannot be reached. */
  | { readonly kind: 'failure'; readonly reason: string };

/**
 * Sends a request and reads the first 65,536 bytes of the answer. Redirects are not followed. Never throws, even if
 * `fetch` does, and ends at the deadline even if `fetch` does not.
 */
export async function ask(
  fetch: typeof globalThis.fetch,
  { url, ...init }: Question,
  deadlineMs: number,
): Promise<Reply> {
  const abort = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<Reply>((resolve) => {
    timer = setTimeout(() => {
      resolve({ kind: 'timeout' });
      abort.abort();
    }, deadlineMs);
  });
  try {
    return await Promise.race([
      timeout,
      exchange(() => fetch(url, { ...init, redirect: 'manual', signal: abort.signal })),
    ]);
  } finally {
    clearTimeout(timer);
  }
}

async function exchange(send: () => Promise<Response>): Promise<Reply> {
  try {
    const response = await send();
    return {
      kind: 'answer',
      status: response.status,
      headers: response.headers,
      body: await readStart(response),
    };
  } catch (error) {
    return { kind: 'failure', reason: reasonOf(error) };
  }
}

/**
 * Node gives the reason in the cause: `fetch failed`, because of `connect ECONNREFUSED`. If a host has several
 * addresses, the cause has an error for each, and no message.
 */
function reasonOf(error: unknown): string {
  const cause = readProperty(error, 'cause');
  const [first] = [readProperty(cause, 'errors')].flat();
  const places: readonly [unknown, string][] = [
    [cause, 'message'],
    [first, 'message'],
    [cause, 'code'],
    [error, 'message'],
  ];
  return places.map(([value, key]) => readText(value, key)).find(Boolean) ?? 'no reason was given';
}

async function readStart({ body }: Response): Promise<string> {
  const decoder = new TextDecoder();
  const reader = body?.getReader();
  let text = '';
  for (let bytes = 0; reader && bytes < MAX_BODY_BYTES;) {
    const { done, value } = await reader.read();
    if (done) return text;
    bytes += value.byteLength;
    text += decoder.decode(value, { stream: true });
  }
  // The rest is not needed, and may never end.
  void reader?.cancel().catch(() => undefined);
  return text;
}
