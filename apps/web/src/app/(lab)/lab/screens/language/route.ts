import { locales } from '@adit/fallback-ui/texts';
import { NextResponse, type NextRequest } from 'next/server';
import { LOCALE_COOKIE } from '../../../../../locale-cookie';

const A_YEAR_SECONDS = 31_536_000;

/** Stores the language a visitor chose for error screens. Any other value deletes it. */
export async function POST(request: NextRequest): Promise<NextResponse> {
  const wanted = (await request.formData()).get('locale');
  const chosen = locales.find((locale) => locale === wanted);
  // A relative address: behind a proxy the server does not know its own origin.
  const response = new NextResponse(null, { status: 303, headers: { location: '/lab/screens' } });
  if (chosen === undefined) response.cookies.delete(LOCALE_COOKIE);
  // Readable by scripts: error screens that are rendered in the browser use it too.
  else response.cookies.set(LOCALE_COOKIE, chosen, { maxAge: A_YEAR_SECONDS, sameSite: 'lax' });
  return response;
}
