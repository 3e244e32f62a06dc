import { createHash, timingSafeEqual } from 'node:crypto';

/** The permissions of a request. */
export type Role = 'none' | 'read' | 'control';

/** Reads a field of a request by its name in lower case; `undefined` if it is missing. */
export type ReadField = (name: string) => string | undefined;

/** Decides which requests are allowed. */
export interface Access {
  /** The role of the request's token or cookie. */
  readonly roleOf: (field: ReadField) => Role;
  /** Whether a page of another site sent the request. */
  readonly isForeign: (field: ReadField) => boolean;
  /** The `Set-Cookie` for a token, valid below a path; `undefined` for a wrong token. */
  readonly cookieFor: (token: string, path: string) => string | undefined;
}

/** Options of {@link createAccess}. */
export interface AccessOptions {
  /** The token for everything except control. */
  token: string | undefined;
  /** The token for everything. Without it, there is no control. */
  controlToken?: string | undefined;
  /** Whether everyone may read. */
  isOpen: boolean;
}

/** The fewest characters of a token: 16 random characters cannot be guessed over a network. */
export const MIN_TOKEN_LENGTH = 16;

/** Whether a text is a valid token: long enough, and without spaces. */
export const isToken = (text: string): boolean =>
  text.length >= MIN_TOKEN_LENGTH && /^[\x21-\x7e]+$/.test(text);

const COOKIE = 'adit-admin';

/** The length of a shift, in seconds. After it, the token has to be entered again. */
const COOKIE_AGE_S = 43_200;

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/** The value that the browser keeps: it does not reveal the token, and any replica with the same token accepts it. */
const cookieValue = (token: string): string => digest(`adit-admin ${token}`).toString('base64url');

/** Creates {@link Access}. Secrets are compared in constant time. */
export function createAccess({ token, controlToken, isOpen }: AccessOptions): Access {
  const secrets = (
    [
      [controlToken, 'control'],
      [token, 'read'],
    ] as const
  ).flatMap(([secret, role]) =>
    secret === undefined ? [] : [{ role, token: digest(secret), cookie: digest(cookieValue(secret)) }],
  );
  const roleBy = (given: string, kind: 'token' | 'cookie'): Role => {
    const hashed = digest(given);
    return secrets.find((secret) => timingSafeEqual(hashed, secret[kind]))?.role ?? 'none';
  };

  return {
    roleOf: (field) => {
      const [, bearer] = /^Bearer +(\S+)$/i.exec(field('authorization') ?? '') ?? [];
      const cookie = readCookie(field('cookie'));
      const role =
        bearer !== undefined
          ? roleBy(bearer, 'token')
          : cookie !== undefined
            ? roleBy(cookie, 'cookie')
            : 'none';
      return role === 'none' && isOpen ? 'read' : role;
    },
    isForeign: (field) => {
      const origin = field('origin');
      if (origin !== undefined && !originsOf(field).includes(origin)) return true;
      const site = field('sec-fetch-site');
      return site !== undefined && site !== 'same-origin' && site !== 'none';
    },
    cookieFor: (given, path) => {
      if (roleBy(given, 'token') === 'none') return undefined;
      return `${COOKIE}=${cookieValue(given)}; Path=${path}; Max-Age=${COOKIE_AGE_S}; HttpOnly; SameSite=Strict`;
    },
  };
}

/**
 * The origins that a page of this server may have. A proxy may have changed the host and names it in a header, which a
 * page of another site cannot set.
 */
function originsOf(field: ReadField): readonly string[] {
  return [field('host'), field('x-forwarded-host')].flatMap((host) =>
    host === undefined ? [] : [`http://${host}`, `https://${host}`],
  );
}

function readCookie(header = ''): string | undefined {
  return header
    .split(';')
    .map((part) => part.trim().split('='))
    .find(([name]) => name === COOKIE)?.[1];
}
