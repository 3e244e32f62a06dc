import * as Sentry from '@sentry/node';
import { faultResponse } from '@adit/fallback-ui/document';
import { defineMiddleware } from 'astro:middleware';

const site = { siteName: 'Shop' };

/** Answers a missing page and errors with documents, and reports errors. */
export const onRequest = defineMiddleware(async ({ request }, next) => {
  try {
    const response = await next();
    const isPage = response.headers.get('content-type')?.startsWith('text/html') === true;
    return isPage && response.status === 404 ? faultResponse(404, { ...site, request }) : response;
  } catch (error) {
    Sentry.captureException(error);
    return faultResponse(500, { ...site, request, error: { digest: Sentry.lastEventId() } });
  }
});
