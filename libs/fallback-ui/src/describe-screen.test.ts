import {
  describeScreen,
  screenNames,
  type DescribeScreenOptions,
  type ScreenName,
} from './describe-screen.ts';
import { allTexts } from './texts/all-texts.ts';
import { texts } from './texts/classic/en.ts';

const describeIn = (name: ScreenName, options: Omit<DescribeScreenOptions, 'texts'> = {}) =>
  describeScreen(name, { texts, ...options });
const offers = (name: ScreenName, options?: Omit<DescribeScreenOptions, 'texts'>) =>
  describeIn(name, options).actions.map(({ name: action, href }) => `${action} ${href}`);

describe.each(screenNames)('the %s screen', (name) => {
  it('says what happened, what it means and what to do', () => {
    const { heading, impact, advice } = describeIn(name);
    const all = [heading, impact, advice];

    expect(all.every((text) => text.length > 5)).toBe(true);
    expect(new Set(all).size).toBe(3);
  });

  it.each(Object.values(allTexts).flatMap((pack) => Object.values(pack)))(
    'is titled by its heading, without a full stop ($lang)',
    (pack) => {
      const { title, heading } = describeScreen(name, { texts: pack });

      expect([title, `${title}.`, `${title}。`, `${title}।`]).toContain(heading);
      expect(title).not.toMatch(/[.。।]$/);
    },
  );

  it('has a way out that is a link', () => {
    expect(describeIn(name).actions.length).toBeGreaterThan(0);
  });

  it('offers backHref and contactHref if they are given', () => {
    const { actions, help } = describeIn(name, { backHref: '/before', contactHref: '/contact' });

    expect(actions.at(-1)).toEqual({ name: 'back', label: 'Go back', href: '/before' });
    expect(help).toEqual([{ name: 'contact', label: 'Contact us', href: '/contact' }]);
  });
});

describe('describeScreen', () => {
  it('has the most useful link first', () => {
    expect(offers('notFound')).toEqual(['home /']);
    expect(offers('forbidden', { homeHref: '/start' })).toEqual(['home /start']);
    expect(offers('unauthorized')).toEqual(['home /']);
    expect(offers('unauthorized', { signInHref: '/sign-in' })).toEqual(['signIn /sign-in', 'home /']);
    expect(offers('tooManyRequests')).toEqual(['retry ', 'home /']);
    expect(offers('maintenance')).toEqual(['retry ']);
    expect(offers('offline')).toEqual(['retry ']);
    expect(offers('update')).toEqual(['update ', 'home /']);
    expect(offers('error')).toEqual(['reload ', 'home /']);
    expect(offers('globalError')).toEqual(['reload ', 'home /']);
  });

  it('offers a sign-in on no other screen', () => {
    const all = screenNames.filter((name) =>
      offers(name, { signInHref: '/sign-in' }).includes('signIn /sign-in'),
    );
    expect(all).toEqual(['unauthorized']);
  });

  it('offers a search on the 404 screen, if an address is given', () => {
    const search = { searchHref: '/search', searchName: 'query' };

    expect(describeIn('notFound', search).search).toEqual({
      href: '/search',
      name: 'query',
      label: 'Search this site',
      button: 'Search',
    });
    expect(describeIn('notFound', { searchHref: '/search' }).search?.name).toBe('q');
    expect(screenNames.filter((name) => describeIn(name, search).search)).toEqual(['notFound']);
  });

  it('puts the reference into reportHref', () => {
    const report = { reportHref: 'mailto:help@example.test?subject={reference}', contactHref: '/contact' };
    const hrefs = (name: ScreenName, error?: unknown) =>
      describeIn(name, { ...report, error }).help.map(({ href }) => href);

    expect(hrefs('error', { digest: '12 &$&' })).toEqual([
      'mailto:help@example.test?subject=12%20%26%24%26',
      '/contact',
    ]);
    expect(hrefs('globalError')).toEqual(['mailto:help@example.test?subject=', '/contact']);
    expect(hrefs('notFound')).toEqual(['/contact']);
  });

  it('shows the status code, unless showCode is false, and never on error screens', () => {
    expect(screenNames.map((name) => describeIn(name).code)).toEqual([
      'Error 401',
      'Error 403',
      'Error 404',
      'Error 429',
      'Error 503',
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
    expect(describeIn('notFound', { showCode: false }).code).toBeUndefined();
  });

  it('shows the reference of an error, with the words around it, and on no other screen', () => {
    const error = { digest: '2154321987' };

    expect(describeIn('error', { error }).reference).toEqual({
      before: 'Digest: ',
      value: '2154321987',
      after: '',
    });
    expect(describeIn('error', { error, reference: 'event 7' }).reference).toEqual({
      before: 'Reference: ',
      value: 'event 7',
      after: '',
    });
    expect(describeIn('error').reference).toBeUndefined();
    expect(describeIn('notFound', { error }).reference).toBeUndefined();
  });

  it('keeps words after the reference', () => {
    const { reference } = describeScreen('error', {
      texts: { ...texts, digest: '({digest})' },
      reference: '{digest}',
    });
    expect(reference).toEqual({ before: '(', value: '{digest}', after: ')' });
  });

  it('says when to try again on the 429 and 503 screens, if the time has not passed', () => {
    const later = { retryAfter: 300, now: 0 };

    expect(describeIn('maintenance', later).retryAfter).toEqual({
      text: 'You can try again: in 5 minutes',
      dateTime: 'PT300S',
    });
    expect(screenNames.filter((name) => describeIn(name, later).retryAfter)).toEqual([
      'tooManyRequests',
      'maintenance',
    ]);
    expect(describeIn('maintenance', { retryAfter: 0 }).retryAfter).toBeUndefined();
  });

  it('S12 S13 refers to the browser or to the server, on the global error screen only', () => {
    expect(describeIn('globalError').lead).toBe(texts.globalError.clientSide);
    expect(describeIn('globalError', { error: { digest: '1' } }).lead).toBe(texts.globalError.serverSide);
    // The application's reference does not say where the error happened.
    expect(describeIn('globalError', { reference: '1' }).lead).toBe(texts.globalError.clientSide);
    expect(describeIn('error', { error: { digest: '1' } }).lead).toBeUndefined();
  });
});

it.each(screenNames)('%s reads no clock without a time to show, so that it can be prerendered', (name) => {
  const clock = jest.spyOn(Date, 'now');
  describeScreen(name, { texts });
  expect(clock).not.toHaveBeenCalled();
  clock.mockRestore();
});
