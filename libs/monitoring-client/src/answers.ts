/** An answer to an envelope. */
type Answer = Pick<Response, 'headers' | 'redirected' | 'status'>;

/**
 * The statuses after which an error needs no further delivery: it is accepted, or refused for good. After 401, 404, 408 and 429, it may
 * be accepted once the visitor has signed in, a Next server has started, the network is faster, or there is less to do.
 */
const SETTLED = /^(2|4(?!0[148]|29))..$/;

/** The refusals of sign-in proxies. */
const GUARDED: readonly number[] = [401, 403];

/** Whether a server has accepted a request with this status. */
export const isSuccess = (status: number): boolean => status >= 200 && status < 300;

/** Whether an error that was answered with this status needs no further delivery. */
export const isSettled = (status: number): boolean => SETTLED.test(String(status));

/** Whether another than the tunnel has answered, such as a sign-in page. */
export const isOfAnother = ({ headers, redirected, status }: Answer): boolean =>
  status < 400 &&
  (redirected || !isSuccess(status) || headers.get('content-type')?.includes('html') === true);

/**
 * Posts an envelope, and again with cookies if a sign-in proxy may have answered. Any other answer is final.
 * @throws if there is no answer
 */
export async function postEnvelope(tunnel: string, init: RequestInit): Promise<Response> {
  const post = (mode: RequestInit): Promise<Response> => fetch(tunnel, { method: 'POST', ...init, ...mode });
  // A redirect to a sign-in page on another origin would be an error.
  const answer = await post({ credentials: 'omit', redirect: 'manual' });
  return GUARDED.includes(answer.status) || isOfAnother(answer)
    ? post({ credentials: 'same-origin' })
    : answer;
}
