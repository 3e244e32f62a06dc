import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

/** What a request may do. */
export type Role = 'none' | 'read' | 'control';

/** Who may ask what of the admin port. */
export interface Access {
  /** The role that the request's token or cookie gives. */
  readonly roleOf: (request: Pick<IncomingMessage, 'headers'>) => Role;
  /** Whether a page of another site sent the request, or used this server under a name of its own. */
  readonly isForeign: (request: Pick<IncomingMessage, 'headers'>) => boolean;
  /** The `Set-Cookie` for a token; `undefined` for a wrong one. */
  readonly cookieFor: (token: string) => string | undefined;
}

/** Options of {@link createAccess}. */
export interface AccessOptions {
  /** For everything but control. Without it, a server on loopback asks for none. */
  token: string | undefined;
  /** For everything. Without it, there is no control. */
  controlToken: string | undefined;
  /** The address that the admin port listens on. */
  host: string;
}

const COOKIE = 'adit-admin';

/** A shift, in seconds. Then the token has to be given again. */
const COOKIE_AGE_S = 43_200;

const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|::1|\[::1\])$/i;

/** Whether an address can be reached from this machine only. */
export const isLoopback = (host: string): boolean => LOOPBACK.test(host);

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/** What the browser keeps: it does not show the token, and any replica with the same token accepts it. */
const cookieValue = (token: string): string => digest(`adit-admin ${token}`).toString('base64url');

/** Creates {@link Access}. Secrets are compared in a time that does not depend on them. */
export function createAccess({ token, controlToken, host }: AccessOptions): Access {
  const secrets = (
    [
      [controlToken, 'control'],
      [token, 'read'],
    ] as const
  ).flatMap(([secret, role]) =>
    secret === undefined ? [] : [{ role, token: digest(secret), cookie: digest(cookieValue(secret)) }],
  );
  const isOpen = isLoopback(host) && token === undefined;
  const roleBy = (given: string, kind: 'token' | 'cookie'): Role => {
    const hashed = digest(given);
    return secrets.find((secret) => timingSafeEqual(hashed, secret[kind]))?.role ?? 'none';
  };

  return {
    roleOf: ({ headers }) => {
      const [, bearer] = /^Bearer +(\S+)$/i.exec(headers.authorization ?? '') ?? [];
      const cookie = readCookie(headers.cookie);
      const role =
        bearer !== undefined
          ? roleBy(bearer, 'token')
          : cookie !== undefined
            ? roleBy(cookie, 'cookie')
            : 'none';
      return role === 'none' && isOpen ? 'read' : role;
    },
    isForeign: ({ headers }) => {
      const { host: named = '', origin } = headers;
      // A page whose own name points at this machine names itself here. Elsewhere it would need the token.
      if (isLoopback(host) && !isLoopback(hostOf(named))) return true;
      if (origin !== undefined && origin !== `http://${named}` && origin !== `https://${named}`) return true;
      const site = headers['sec-fetch-site'];
      return site !== undefined && site !== 'same-origin' && site !== 'none';
    },
    cookieFor: (given) => {
      if (roleBy(given, 'token') === 'none') return undefined;
      return `${COOKIE}=${cookieValue(given)}; Path=/; Max-Age=${COOKIE_AGE_S}; HttpOnly; SameSite=Strict`;
    },
  };
}

function readCookie(header = ''): string | undefined {
  return header
    .split(';')
    .map((part) => part.trim().split('='))
    .find(([name]) => name === COOKIE)?.[1];
}

/** Without its port. */
function hostOf(field: string): string {
  return field.replace(/:\d*$/, '');
}
