import { faultResponse, renderScreenDocument, type ScreenDocumentOptions } from '@adit/fallback-ui/document';
import { loadTexts, resolveLocale } from '@adit/fallback-ui/texts';
import type { NextRequest } from 'next/server';
import { LOCALE_COOKIE } from '../../../../../../locale-cookie';
import { isScreen } from '../../screens';

/** All links that a screen can have. */
const LINKS = {
  homeHref: '/',
  backHref: '/lab',
  signInHref: '/lab/sign-in',
  searchHref: '/lab/screens',
  reportHref: 'mailto:help@example.test?subject={reference}',
  contactHref: '/lab#contact',
} as const;

/** Answers a screen as a document without scripts. */
export async function GET(
  request: NextRequest,
  { params }: { params: Promise<{ screen: string; locale: string }> },
): Promise<Response> {
  const { screen, locale } = await params;
  if (!isScreen(screen))
    return faultResponse(404, { request, localeCookie: LOCALE_COOKIE, siteName: 'Adit' });
  const { searchParams } = request.nextUrl;
  const texts = await loadTexts(resolveLocale({ locale }));
  const theme = searchParams.get('theme');
  const options: ScreenDocumentOptions = {
    ...LINKS,
    texts,
    siteName: 'Adit',
    retryAfter: 600,
    colorScheme: theme === 'light' || theme === 'dark' ? theme : undefined,
  };
  const hasDigest = screen === 'error' || screen === 'globalErrorOnServer';
  return new Response(
    renderScreenDocument(screen === 'globalErrorOnServer' ? 'globalError' : screen, {
      ...options,
      error: hasDigest ? { digest: '2154321987' } : undefined,
    }),
    { headers: { 'content-type': 'text/html; charset=utf-8', 'x-robots-tag': 'noindex' } },
  );
}
