import { locales } from '@adit/fallback-ui/texts';
import { NextResponse, type NextRequest } from 'next/server';
import { LOCALE_COOKIE } from '../../../../locale-cookie';

const A_YEAR_SECONDS = 31_536_000;

/** Keeps the language a visitor wants error screens in, by a plain form; anything but a language forgets it. */
export async function POST(request: NextRequest): Promise<NextResponse> {
  const wanted = (await request.formData()).get('locale');
  const chosen = locales.find((locale) => locale === wanted);
  // A relative address: behind a proxy the server does not know its own.
  const response = new NextResponse(null, { status: 303, headers: { location: '/lab/screens' } });
  if (chosen === undefined) response.cookies.delete(LOCALE_COOKIE);
  // Scripts may read it: error screens that come up in the browser speak that language too.
  else response.cookies.set(LOCALE_COOKIE, chosen, { maxAge: A_YEAR_SECONDS, sameSite: 'lax' });
  return response;
}
