/** @jest-environment node */
import { toSentryOptions, type SentryBuildOptions } from './sentry-options.ts';
import { planUpload } from './source-maps/plan-upload.ts';

const optionsOf = (given: SentryBuildOptions = {}, env: Record<string, string> = {}, name?: string) =>
  toSentryOptions(given, name, planUpload(given, { SENTRY_AUTH_TOKEN: 'token', ...env }));

const NONE = { create: false, finalize: false, setCommits: false, deploy: false };

describe('a release', () => {
  it('is made on sentry.io', () => {
    expect(optionsOf({}, {}, 'shop@1').release).toEqual({ name: 'shop@1' });
  });

  it('is not asked of another backend, which may answer 404; with and without a name', () => {
    expect(optionsOf({}, { SENTRY_URL: 'http://bugsink.test' }, 'shop@1').release).toEqual({
      name: 'shop@1',
      ...NONE,
    });
    expect(optionsOf({ sentryUrl: 'http://bugsink.test' }).release).toEqual(NONE);
  });

  it('is not asked without a token', () => {
    expect(optionsOf({}, { SENTRY_AUTH_TOKEN: '' }, 'shop@1').release).toEqual({ name: 'shop@1', ...NONE });
  });

  it('is made where the application says so', () => {
    const release = { create: true, finalize: true };
    expect(optionsOf({ release }, { SENTRY_URL: 'https://sentry.test' }, 'shop@1').release).toEqual({
      name: 'shop@1',
      ...NONE,
      ...release,
    });
  });
});

it('without a token, there are no source maps, and Sentry says nothing; own options win', () => {
  expect(optionsOf({}, { SENTRY_AUTH_TOKEN: '' })).toMatchObject({
    silent: true,
    sourcemaps: { disable: true },
  });
  expect(optionsOf()).toMatchObject({ silent: false });
  expect(optionsOf()).not.toHaveProperty('sourcemaps');
  expect(optionsOf({ silent: true, webpack: { treeshake: {} } })).toMatchObject({
    silent: true,
    webpack: { autoInstrumentAppDirectory: false, treeshake: {} },
  });
});

describe('Sentry’s wrappers around the parts of `app`', () => {
  const wrappersWith = (reportsRequestErrors: boolean, groupsOptions: boolean) => {
    const plan = planUpload({}, { SENTRY_AUTH_TOKEN: 'token' });
    const { webpack, ...rest } = toSentryOptions({}, undefined, plan, {
      reportsRequestErrors,
      groupsOptions,
    });
    return { inWebpack: webpack, outside: Object.keys(rest).filter((name) => name.startsWith('auto')) };
  };

  it('are off where Next reports the errors, by the name that the SDK reads', () => {
    expect(wrappersWith(true, true)).toEqual({
      inWebpack: { autoInstrumentAppDirectory: false },
      outside: [],
    });
    expect(wrappersWith(true, false)).toEqual({ inWebpack: {}, outside: ['autoInstrumentAppDirectory'] });
  });

  it('stay on before Next 15, which reports none', () => {
    expect(wrappersWith(false, true)).toEqual({ inWebpack: {}, outside: [] });
    expect(wrappersWith(false, false)).toEqual({ inWebpack: {}, outside: [] });
  });
});
