import { sanitizeReturnPath } from '@adit/router/url';

/** The cookie of signed-in visitors. */
export const MEMBER_COOKIE = 'adit-lab-member';

export const SIGN_IN_PATH = '/lab/sign-in';

/** The address of the sign-in, which leads back to `path`. */
export function signInHref(path: string): string {
  const returnPath = sanitizeReturnPath(path, { signInPath: SIGN_IN_PATH });
  return returnPath === undefined ? SIGN_IN_PATH : `${SIGN_IN_PATH}?return=${encodeURIComponent(returnPath)}`;
}
