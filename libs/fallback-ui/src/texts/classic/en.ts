import type { FallbackTexts } from '../fallback-texts.ts';
import { texts as plain } from '../plain/en.ts';

/** English in the sentences of Next.js 15.1, which people know and search for. */
export const texts: FallbackTexts = {
  ...plain,
  unauthorized: {
    ...plain.unauthorized,
    heading: "You're not authorized to access this page.",
  },
  forbidden: { ...plain.forbidden, heading: 'This page could not be accessed.' },
  notFound: { ...plain.notFound, heading: 'This page could not be found.' },
  error: { ...plain.error, heading: 'Something went wrong.' },
  globalError: {
    ...plain.globalError,
    heading: 'Something went wrong.',
    clientSide:
      'Application error: a client-side exception has occurred (see the browser console for more information).',
    serverSide:
      'Application error: a server-side exception has occurred (see the server logs for more information).',
  },
  digest: 'Digest: {digest}',
};
