import { NextResponse, type NextRequest } from 'next/server';

/** Plays a deployment that took the old scripts away, for a browser whose lab asked for it (see `raise-fault.ts`). */
export function proxy(request: NextRequest): NextResponse {
  const destination = request.headers.get('sec-fetch-dest');
  if (destination === 'script')
    return new NextResponse(null, { status: 404, headers: { 'cache-control': 'no-store' } });
  const response = NextResponse.next();
  // A document load brings the new build's scripts.
  if (destination === 'document') response.cookies.delete('adit-lab-deployed');
  return response;
}

// Next reads this at build time, as literals. Without the lab's cookie no request passes through here; the tunnel's never does.
export const config = {
  matcher: [{ source: '/((?!monitoring-tunnel).*)', has: [{ type: 'cookie', key: 'adit-lab-deployed' }] }],
};
