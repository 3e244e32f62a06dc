import { UsageError } from './options.ts';

/** A question to the admin port of a tunnel server, or to the operations page of an application. */
export interface Question {
  /** The value of `--url`. */
  readonly url: string;
  /** Below the origin if it begins with a slash, otherwise below the path of the URL. */
  readonly path: string;
  readonly token: string | undefined;
  /** The meaning of an answer that is no success; `undefined` for the general words. */
  readonly explain?: (status: number) => string | undefined;
}

/**
 * Asks a server, and returns its answer.
 * @throws UsageError if it cannot be reached or refuses
 */
export async function askServer(
  ask: typeof fetch,
  { url, path, token, explain }: Question,
): Promise<Response> {
  const target = targetOf(url, path);
  const headers = { ...(token !== undefined && { authorization: `Bearer ${token}` }) };
  let response: Response;
  try {
    response = await ask(target, { headers, redirect: 'error' });
  } catch (error) {
    const { cause } = error as { cause?: { code?: unknown } };
    const code = typeof cause?.code === 'string' ? ` (${cause.code})` : '';
    throw new UsageError(
      `${target.origin} cannot be reached${code}; set --url to the origin of the admin port`,
    );
  }
  if (response.ok) return response;
  const { status } = response;
  await response.body?.cancel();
  if (status === 401) throw new UsageError('the server asks for a token; set ADIT_ADMIN_TOKEN');
  const meaning = explain?.(status) ?? 'is it the admin port of a tunnel server?';
  throw new UsageError(`${target.origin} answered ${status}; ${meaning}`);
}

function targetOf(url: string, path: string): URL {
  try {
    return new URL(path, path.startsWith('/') || url.endsWith('/') ? url : `${url}/`);
  } catch {
    throw new UsageError(
      `--url ${url} is not valid; use the origin of the admin port, such as http://127.0.0.1:8788`,
    );
  }
}
