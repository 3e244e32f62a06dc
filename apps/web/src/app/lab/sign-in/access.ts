import { sanitizeReturnPath } from '@adit/router/url';

/** The lab's sign-in; `proxy.ts` asks for it. */
export const MEMBER_COOKIE = 'adit-lab-member';

export const SIGN_IN_PATH = '/lab/sign-in';

/** Where to sign in, and to come back to after it. */
export function signInHref(path: string): string {
  const returnPath = sanitizeReturnPath(path, { signInPath: SIGN_IN_PATH });
  return returnPath === undefined ? SIGN_IN_PATH : `${SIGN_IN_PATH}?return=${encodeURIComponent(returnPath)}`;
}
