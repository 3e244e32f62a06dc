import { faultResponse } from '@adit/fallback-ui/document';
import { NextResponse, type NextRequest } from 'next/server';
import { LOCALE_COOKIE } from './locale-cookie';
import { MEMBER_COOKIE, signInHref } from './app/lab/sign-in/access';
import { buildName, DOCUMENT_COOKIE, readBuilds, SIMULATION_SECONDS } from './app/lab/router/builds';

/** Next compares it with the build of the document (router-reducer/fetch-server-response.js), and loads the document where they differ. */
const DEPLOYMENT_HEADER = 'x-nextjs-deployment-id';

const MEMBERS = '/lab/members';
/** Below it, and for nobody: members learn that they may not come in. */
const OWNERS = '/lab/members/owners';
/** Those of `app/global.css`, which this document does not load. */
const SITE_COLOURS =
  ':root{--adit-fallback-accent:light-dark(#9a3412,#fdba74);--adit-fallback-on-accent:light-dark(#fff,#1d1207)}';

/** A linked page of the router's demonstration. */
const LINKED_PAGE = /^\/lab\/router\/\d+$/;
/** As far away as a server in the next country, so that there is something to see. */
const ANSWER_DELAY_MS = 60;

/**
 * Plays deployments for a browser whose lab asked for them: one that took the old scripts away (`raise-fault.ts`), and one
 * that also answers as the newer build (`router/builds.ts`). A document load brings the visitor up to date with either.
 * The links of the router's demonstration are answered from afar. The lab's page for members is answered here to everyone
 * who has not signed in, and that for owners to everyone: with the status, before anything is streamed, and without a
 * script.
 */
export async function proxy(request: NextRequest): Promise<Response> {
  const { pathname, search } = request.nextUrl;
  if (pathname === MEMBERS || pathname === OWNERS) {
    const answer = { request, localeCookie: LOCALE_COOKIE, siteName: 'Adit', theme: SITE_COLOURS };
    if (!request.cookies.has(MEMBER_COOKIE))
      return faultResponse(401, { ...answer, signInHref: signInHref(pathname + search) });
    if (pathname === OWNERS) return faultResponse(403, { ...answer, backHref: MEMBERS });
  }

  const destination = request.headers.get('sec-fetch-dest');
  const builds = readBuilds((name) => request.cookies.get(name)?.value);
  const isOutdated = builds.served !== builds.document;

  if (destination === 'script' && (isOutdated || request.cookies.has('adit-lab-deployed')))
    return new NextResponse(null, { status: 404, headers: { 'cache-control': 'no-store' } });

  if (destination === 'empty' && LINKED_PAGE.test(pathname))
    await new Promise((resolve) => setTimeout(resolve, ANSWER_DELAY_MS));

  const response = NextResponse.next();
  if (destination === 'document') {
    response.cookies.delete('adit-lab-deployed');
    if (isOutdated)
      response.cookies.set(DOCUMENT_COOKIE, String(builds.served), {
        maxAge: SIMULATION_SECONDS,
        sameSite: 'lax',
      });
  } else if (isOutdated) response.headers.set(DEPLOYMENT_HEADER, buildName(builds.served));
  return response;
}

// Next reads this at build time, as literals. Without one of the lab's cookies only the linked pages and those for members pass through here; the tunnel's never do.
export const config = {
  matcher: [
    '/lab/members',
    '/lab/members/owners',
    '/lab/router/:number(\\d+)',
    { source: '/((?!monitoring-tunnel).*)', has: [{ type: 'cookie', key: 'adit-lab-deployed' }] },
    { source: '/((?!monitoring-tunnel).*)', has: [{ type: 'cookie', key: 'adit-lab-served' }] },
  ],
};
