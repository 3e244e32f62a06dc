import { plainTexts } from '@adit/fallback-ui';
import { defineAdit } from './define-adit.ts';

it('returns the options', () => {
  const options = { name: 'Shop' };
  expect(defineAdit(options)).toBe(options);
});

it('is a type error for a wrong name or value', () => {
  defineAdit({
    // @ts-expect-error -- the option is called `tunnel`
    tunel: {},
    monitoring: { tracesSampleRate: 0.2, beforeSend: (event) => event, user: () => ({ id: '7' }) },
  });
  defineAdit({
    router: {
      // @ts-expect-error -- milliseconds are a number
      slowMs: '1000',
    },
  });
  defineAdit({
    monitoring: {
      // @ts-expect-error -- the release belongs to the build
      release: 'shop@1',
    },
  });
  defineAdit({ screens: { texts: { notFound: { heading: 'Nothing here.' }, copied: 'Done.' } } });
  defineAdit({ screens: { texts: { ...plainTexts, lang: 'cs' } } });
  defineAdit({
    screens: {
      // @ts-expect-error -- the other texts would be in English
      texts: { lang: 'de', notFound: { heading: 'Nichts.' } },
    },
  });
  defineAdit({
    screens: {
      texts: {
        // @ts-expect-error -- the text is called `heading`
        notFound: { headline: 'Nothing here.' },
      },
    },
  });
  expect(defineAdit({ router: false, screens: { pack: 'plain' } }).router).toBe(false);
});
