import { faultResponse } from '@adit/fallback-ui/document';
import { NextResponse, type NextRequest } from 'next/server';
import { LOCALE_COOKIE } from '../../../locale-cookie';
import { DEPLOYED_COOKIE } from './raise-fault';
import { MEMBER_COOKIE, signInHref } from './sign-in/access';

const MEMBERS = '/lab/members';
/** Closed to everyone: members are answered 403. */
const OWNERS = '/lab/members/owners';
/** The colours of `global.css`, which the answered document does not load. */
const SITE_COLOURS =
  ':root{--adit-fallback-accent:light-dark(#9a3412,#fdba74);--adit-fallback-on-accent:light-dark(#fff,#1d1207)}';

/** A linked page of the router's demonstration. */
const LINKED_PAGE = /^\/lab\/router\/\d+$/;
/** The delay of a distant server, so that prefetches can be watched. */
const ANSWER_DELAY_MS = 60;

/**
 * Answers requests of the lab before Next: 401 and 403 as documents without scripts, 404 for scripts after a simulated
 * deployment, and prefetches of the router's demonstration with a delay. A document load ends the deployment.
 */
export async function answerForLab(request: NextRequest): Promise<Response> {
  const { pathname, search } = request.nextUrl;
  if (pathname === MEMBERS || pathname === OWNERS) {
    const answer = { request, localeCookie: LOCALE_COOKIE, siteName: 'Adit', theme: SITE_COLOURS };
    if (!request.cookies.has(MEMBER_COOKIE))
      return faultResponse(401, { ...answer, signInHref: signInHref(pathname + search) });
    if (pathname === OWNERS) return faultResponse(403, { ...answer, backHref: MEMBERS });
  }

  const destination = request.headers.get('sec-fetch-dest');
  if (destination === 'script' && request.cookies.has(DEPLOYED_COOKIE))
    return new NextResponse(null, { status: 404, headers: { 'cache-control': 'no-store' } });
  if (destination === 'empty' && LINKED_PAGE.test(pathname))
    await new Promise((resolve) => setTimeout(resolve, ANSWER_DELAY_MS));

  const response = NextResponse.next();
  if (destination === 'document') response.cookies.delete(DEPLOYED_COOKIE);
  return response;
}
