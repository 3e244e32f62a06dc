import type { FallbackTexts } from '../fallback-texts.ts';

/** English, in plain words. */
export const texts: FallbackTexts = {
  lang: 'en',
  dir: 'ltr',
  unauthorized: {
    heading: 'Please sign in to see this page',
    impact: 'It is only shown to people who have signed in. You may have been signed out after a while.',
    advice: 'Sign in, then open this page again.',
  },
  forbidden: {
    heading: 'You do not have access to this page',
    impact: 'Nothing of yours has been changed.',
    advice: 'If you think you should have access, ask the people who run this site, or use another account.',
  },
  notFound: {
    heading: 'There is no page at this address',
    impact: 'Opening this address has changed nothing. The page may have been moved or removed.',
    advice: 'If you typed the address, check it. If you followed a link, start again from the home page.',
  },
  tooManyRequests: {
    heading: 'Too many requests in a short time',
    impact: 'Your last request was not carried out. Others on your network may have caused this too.',
    advice: 'Wait a little, then try again.',
  },
  maintenance: {
    heading: 'This site is not available right now',
    impact: 'We are working on it. Your last request may not have been carried out.',
    advice:
      'Try again later. Before you send anything a second time, check whether it arrived the first time.',
  },
  error: {
    heading: 'Sorry, there is a problem with this page',
    impact: 'What you typed here and had not saved may be lost.',
    advice: 'Try again. If the problem stays, come back later or tell the people who run this site.',
  },
  globalError: {
    heading: 'Sorry, there is a problem with this site',
    clientSide: 'Something failed while the page was running in your browser.',
    serverSide: 'Something failed on our side while the page was being prepared.',
    impact: 'What you typed and had not saved may be lost.',
    advice:
      'Load the page again. If the problem stays, come back later or tell the people who run this site.',
  },
  offline: {
    heading: 'You are offline',
    impact:
      'This page could not be loaded without a network. Your last request may not have been carried out.',
    advice: 'Check your connection, then try again.',
  },
  update: {
    heading: 'This site has been updated',
    impact:
      'This page belongs to the version before and can no longer load all its parts. What you typed here and had not saved may be lost.',
    advice: 'Load the new version.',
    adviceInPart: 'Copy what you have typed and not saved, then load the new version.',
  },
  inlineError: {
    heading: 'This part of the page could not be shown',
    advice: 'The rest of the page still works. Try again, or come back later.',
  },
  code: 'Error {code}',
  digest: 'Reference: {digest}',
  retryAfter: 'Next try possible: {time}',
  searchLabel: 'Search this site',
  actions: {
    home: 'Go to the home page',
    back: 'Go back',
    signIn: 'Sign in',
    reload: 'Reload this page',
    retry: 'Try again',
    update: 'Load the new version',
    search: 'Search',
    report: 'Report this problem',
    contact: 'Contact us',
    copy: 'Copy',
  },
  copied: 'Copied.',
  copyByHand: 'The reference is selected. Copy it with your keyboard or menu.',
};
