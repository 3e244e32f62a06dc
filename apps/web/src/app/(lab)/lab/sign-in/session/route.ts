import { sanitizeReturnPath } from '@adit/router/url';
import { NextResponse, type NextRequest } from 'next/server';
import { MEMBER_COOKIE, SIGN_IN_PATH } from '../access';

/** Signs in or out by a form, and redirects to a page of this site. */
export async function POST(request: NextRequest): Promise<NextResponse> {
  const form = await request.formData();
  const wanted = form.get('return');
  const returnPath =
    typeof wanted === 'string' ? sanitizeReturnPath(wanted, { signInPath: SIGN_IN_PATH }) : undefined;
  // A relative address: behind a proxy the server does not know its own origin.
  const response = new NextResponse(null, { status: 303, headers: { location: returnPath ?? '/lab' } });
  if (form.has('leave')) response.cookies.delete(MEMBER_COOKIE);
  else response.cookies.set(MEMBER_COOKIE, '1', { maxAge: 3_600, httpOnly: true, sameSite: 'lax' });
  return response;
}
