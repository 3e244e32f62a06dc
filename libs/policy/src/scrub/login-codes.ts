import { isHarmless } from './secret-names.ts';

/** Whether a query has a parameter named `code`, and whether it was replaced. */
const CODE = /(?:^|&)code=/;
const FILTERED_CODE = /(?:^|&)code=\[Filtered\]/;

/** Addresses to which authorization servers and the mails of a login lead. */
const LOGIN_PATH =
  /(?:^|[^a-z\d])(?:cb|callback|o?auth2?|authorize|log-?in|sign-?in|sso|oidc|saml|cas|verify|confirm|magic|[2m]fa|otp)(?:$|[^a-z\d])/i;

/** Parameters that authorization servers send beside `code`. */
const LOGIN_PARAMETER = /(?:^|&)(?:iss|session_state|authuser|code_verifier|grant_type|redirect_uri)=/;

/** Returns whether a query has a `code`. */
export const hasCode = (query: string): boolean => query.includes('code=') && CODE.test(query);

/** Returns whether an address is that of a login, by its text before the query. */
export const isLoginPath = (base: string): boolean => LOGIN_PATH.test(base);

/** Returns whether a query with a code is that of a login. A country's state is a plain word. */
export const isLoginQuery = (query: string): boolean =>
  LOGIN_PARAMETER.test(query) || !isHarmless(/(?:^|&)state=([^&]*)/.exec(query)?.[1] ?? '');

/** Replaces `state` beside the code of a login (RFC 6749, 4.1.2). Elsewhere it can be a country's state. */
export function replaceState(query: string, isLogin: boolean, mark: (kind: string) => string): string {
  return isLogin || FILTERED_CODE.test(query)
    ? query.replace(
        /(^|&)state=(?!\[Filtered\])[^&]+/g,
        (_, start: string) => `${start}state=${mark('name')}`,
      )
    : query;
}
