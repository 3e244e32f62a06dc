import type { FallbackTexts } from '../fallback-texts.ts';

/** English, in plain words. */
export const texts: FallbackTexts = {
  lang: 'en',
  dir: 'ltr',
  unauthorized: {
    heading: 'Sign in to see this page',
    impact: 'Only people who are signed in can see it. You may have been signed out.',
    advice: 'Sign in, then open this page again.',
  },
  forbidden: {
    heading: 'You do not have access to this page',
    impact: 'Only certain people or accounts can see it.',
    advice: 'If you think you should have access, ask the people who run this site, or use another account.',
  },
  notFound: {
    heading: 'There is no page at this address',
    impact: 'The page may have moved, or the address may be wrong.',
    advice:
      'If you typed the address, check that it is correct. If you followed a link, start again from the home page.',
  },
  tooManyRequests: {
    heading: 'Too many requests in a short time',
    impact: 'Your last request was not processed. Other people on your network can cause this too.',
    advice: 'Wait a moment, then try again.',
  },
  maintenance: {
    heading: 'This site is not available right now',
    impact: 'We are working on it. Your last request may not have been processed.',
    advice:
      'Try again later. If you were sending something, check whether it arrived before you send it again.',
  },
  error: {
    heading: 'Sorry, there is a problem with this page',
    impact: 'Anything you typed here and did not save may be lost.',
    advice: 'Try again. If the problem continues, come back later or contact the people who run this site.',
  },
  globalError: {
    heading: 'Sorry, there is a problem with this site',
    clientSide: 'Something went wrong while your browser was running this page.',
    serverSide: 'Something went wrong on our side while preparing this page.',
    impact: 'Anything you typed and did not save may be lost.',
    advice:
      'Load the page again. If the problem continues, come back later or contact the people who run this site.',
  },
  offline: {
    heading: 'You are offline',
    impact:
      'This page could not load without an internet connection. Your last request may not have been processed.',
    advice: 'Check your connection, then try again.',
    held: 'What you typed waits on this page, and is sent when you are online again.',
  },
  update: {
    heading: 'This site has been updated',
    impact:
      'This page is from an older version, and parts of it can no longer load. Anything you typed here and did not save may be lost.',
    advice: 'Load the new version.',
    adviceInPart: 'Copy anything you typed and did not save, then load the new version.',
    sendAgain: 'What you sent was not processed. Check the form, then send it again.',
  },
  inlineError: {
    heading: 'This part of the page could not be shown',
    advice: 'The rest of the page still works. Try again, or come back later.',
  },
  code: 'Error {code}',
  digest: 'Reference: {digest}',
  retryAfter: 'You can try again: {time}',
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
    close: 'Close',
  },
  copied: 'Copied.',
  copyByHand: 'The reference is selected. Copy it with your keyboard or menu.',
};
