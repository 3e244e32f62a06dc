import type { FallbackTexts } from '../fallback-texts.ts';

/**
 * The default pack: the sentences Next.js 15.1 shows, which people know and search for, each beside a sentence
 * that says what to do next.
 */
export const classicTexts: FallbackTexts = {
  lang: 'en',
  dir: 'ltr',
  notFound: {
    title: 'Page not found',
    heading: 'This page could not be found.',
    explanation:
      'The address may contain a typing mistake, or the page may have been moved or removed. Check the address, or start again from the home page.',
  },
  forbidden: {
    title: 'Access denied',
    heading: 'This page could not be accessed.',
    explanation:
      'You do not have permission to see it. If you think you should, ask the people who run this site to give you access.',
  },
  unauthorized: {
    title: 'Sign-in required',
    heading: "You're not authorized to access this page.",
    explanation: 'It is only shown to people who have signed in. Sign in, then open this page again.',
  },
  error: {
    title: 'Something went wrong',
    heading: 'Something went wrong.',
    explanation:
      'This page ran into an error and could not be shown. Trying again often helps; anything you had typed here may need to be entered again.',
  },
  globalError: {
    title: 'Something went wrong',
    heading: 'Something went wrong.',
    clientSide:
      'Application error: a client-side exception has occurred (see the browser console for more information).',
    serverSide:
      'Application error: a server-side exception has occurred (see the server logs for more information).',
    explanation:
      'Reload the page to try again. If the error keeps coming back, please tell the people who run this site.',
  },
  code: 'Error {code}',
  digest: 'Digest: {digest}',
  actions: {
    home: 'Go to the home page',
    signIn: 'Sign in',
    reload: 'Reload this page',
    retry: 'Try again',
  },
};
