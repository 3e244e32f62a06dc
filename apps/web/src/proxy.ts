import { NextResponse, type NextRequest } from 'next/server';

/** Plays a deployment that took the old scripts away, for a tab whose lab asked for it (see `raise-fault.ts`). */
export function proxy(request: NextRequest): NextResponse {
  if (request.headers.get('sec-fetch-dest') === 'script') return new NextResponse(null, { status: 404 });
  const response = NextResponse.next();
  // A document load brings the new build's scripts.
  if (request.headers.get('sec-fetch-dest') === 'document') response.cookies.delete('adit-lab-deployed');
  return response;
}

// Next reads this at build time, as literals. Without the lab's cookie no request passes through here; the tunnel's never does.
export const config = {
  matcher: [
    { source: '/lab/missing-chunk', has: [{ type: 'cookie', key: 'adit-lab-deployed' }] },
    { source: '/_next/static/chunks/:path*', has: [{ type: 'cookie', key: 'adit-lab-deployed' }] },
  ],
};
