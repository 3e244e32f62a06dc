// Texts that are not secrets and that readers of an event need, in typical places.
import { PLACES } from './events.mjs';

const of = (place, texts) =>
  texts.map((one) => ({ place, ...(typeof one === 'string' ? { text: one } : one) }));

const TEXTS = [
  ...of('error', [
    'Invalid password',
    'Password must be at least 8 characters',
    'Your session has expired. Please sign in again.',
    'Unexpected token } in JSON at position 42',
    'Unexpected token \'<\', "<!DOCTYPE "... is not valid JSON',
    "Cannot read properties of undefined (reading 'token')",
    "Cannot destructure property 'password' of 'e' as it is undefined.",
    'authenticate is not a function',
    'The author of article 17 was not found',
    'Authorization header is missing',
    'Token expired at 2026-11-22T10:00:00Z',
    'auth/user-not-found',
    'AuthApiError: Invalid login credentials',
    'secretsmanager: GetSecretValue timed out after 3000 ms',
    'tokenize: expected ) but got EOF',
    'Module not found: @scope/auth-token@1.2.3',
    'Failed to load image logo@2x.png',
    'Command failed: git clone git@github.com:acme/shop.git',
    'Payment of order 1760000200500 was declined',
    'Tracking number 1Z999AA10123456784 is unknown',
    'ISBN 978-3-16-148410-0 is unknown',
    'Call 555-01-2345 ext. 7',
    'git clone ssh://git@host.example:22/acme/shop.git failed',
    'Unexpected token abc123def in JSON',
    'password must have 8 characters, got sha256',
    'duplicate key value violates unique constraint "users_email_key"',
    "Duplicate entry '17' for key 'session.PRIMARY'",
    'request 0b3d4f9e-6a1c-4e2b-9c1d-2f3a4b5c6d7e timed out',
    'Loading chunk 4471 failed. (https://shop.test/_next/static/chunks/9f86d081884c7d65.js)',
    'ENOENT: no such file, open /srv/app/src/auth/token.ts',
    'TypeError: Basic usage of the API needs a client',
    'PKCE code_verifier is missing',
    'expected status=200 key=cart.total session=open',
  ]),
  ...of('console', [
    'auth: state changed to SIGNED_IN',
    'token refreshed in 120 ms',
    'password reset mail queued',
    '[csrf] check passed',
    'max_tokens=512 temperature=0.2 total_tokens=1830',
    'render took 16.4 ms; key=item-7',
  ]),
  ...of('fetch', [
    'https://shop.test/auth/callback',
    'https://shop.test/api/password-reset',
    'https://shop.test/_next/image?url=%2Fhero.jpg&w=640&q=75',
    'https://www.gravatar.com/avatar/205e460b479e2e5b48aec07710c08d50?s=80',
    'https://images.test/v1700000000/abcDEF123/hero@2x.webp?v=3',
    'https://shop.test/search?q=secret+garden&sort_key=price',
    'https://shop.test/blog/how-to-choose-a-strong-password-in-2026',
    'https://api.test/v1/commits/a94a8fe5ccb19ba61c4c0873d391e987982fbbd3',
    'https://shop.test/cart?code=SAVE10',
    'https://shop.test/cart?code=SPRING24&ticket=BUG-123&session=2024-spring&signature_style=bold',
    'https://shop.test/search?filter=eyJjb2xvciI6InJlZCIsInNpemUiOjQyLCJwYWdlIjoxfQ',
    'https://shop.test/in?passwort_laenge=12&type_jeton=acces&clave_primaria=a17&palabra_clave=zapatos22',
    'https://shop.test/in?next=%252525252Fa%252525253Fpage%252525253D2',
    'https://shop.test/error?code=404',
    'https://shop.test/list?key=item-7&page=2',
    'https://shop.test/in?token_type_hint=refresh_token',
    'https://shop.test/search?filter={"color":"red","size":42}',
  ]),
  ...of('transaction', ['POST /api/auth/[...nextauth]', 'GET /account/tokens']),
  ...of('tag', ['sha256:2c26b46b68ffc68ff99b453c1d30413413422d706483bfa0f98a5e886266e7ae', 'token']),
  ...of('extra', [
    { name: 'mfa', text: 'totp' },
    { name: 'signature', text: 'placeOrder(id: string): Promise<Order>' },
    { name: 'tokenType', text: 'bearer' },
    { name: 'passwordStrength', text: 'weak' },
    { name: 'cookies', text: 'necessary only' },
    'image ghcr.io/acme/shop@sha256:2c26b46b68ff',
    'arn:aws:iam::123456789012:role/token-reader',
  ]),
];

/** One case for each text. */
export const harmlessCases = () =>
  TEXTS.map(({ place, name, text }) => ({
    title: `${place}: ${name === undefined ? '' : `${name} = `}${text}`,
    event: PLACES[place](text, name),
  }));
