import { NextResponse, type NextRequest } from 'next/server';

/** `next dev` evaluates scripts and adds its own styles. */
const isDevelopment = process.env.NODE_ENV === 'development';

/** A policy that allows only scripts and styles with a nonce, and requires trusted types. */
export function proxy(request: NextRequest) {
  const nonce = btoa(crypto.randomUUID());
  const policy = [
    "default-src 'self'",
    `script-src 'self' 'nonce-${nonce}' 'strict-dynamic'${isDevelopment ? " 'unsafe-eval'" : ''}`,
    ...(isDevelopment
      ? ["style-src 'self' 'unsafe-inline'"]
      : [`style-src 'nonce-${nonce}'`, "require-trusted-types-for 'script'"]),
  ].join('; ');
  const headers = new Headers(request.headers);
  headers.set('x-nonce', nonce);
  // Next reads the nonce for its own scripts and styles from it.
  headers.set('content-security-policy', policy);
  const response = NextResponse.next({ request: { headers } });
  response.headers.set('content-security-policy', policy);
  return response;
}

export const config = { matcher: '/((?!_next/static|shop-static).*)' };
