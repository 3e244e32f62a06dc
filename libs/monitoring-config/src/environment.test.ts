import { deriveEnvironment } from './environment.ts';

describe(deriveEnvironment, () => {
  it.each([{}, { SENTRY_ENVIRONMENT: '  ' }, { VERCEL_ENV: '' }])(
    'S20 is production when nothing names one, as in %j',
    (env) => {
      expect(deriveEnvironment(env)).toBe('production');
    },
  );

  it.each(['production', 'preview', 'development'])('S21 prefixes the Vercel environment %s', (name) => {
    expect(deriveEnvironment({ VERCEL_ENV: name })).toBe(`vercel-${name}`);
    expect(deriveEnvironment({ NEXT_PUBLIC_VERCEL_ENV: name })).toBe(`vercel-${name}`);
  });

  it('takes a given name before a variable, and a variable before the platform, each without a prefix', () => {
    const env = { SENTRY_ENVIRONMENT: 'staging', VERCEL_ENV: 'preview' };

    expect(deriveEnvironment(env, { environment: 'qa' })).toBe('qa');
    expect(deriveEnvironment(env)).toBe('staging');
  });

  it('changes a branch name to a name that Sentry accepts', () => {
    expect(deriveEnvironment({ AWS_BRANCH: `feature/log in ${'x'.repeat(99)}` })).toMatch(
      /^amplify-feature-log-in-x{41}$/,
    );
  });

  it.each(['two words', 'a/b', 'None', 'x'.repeat(65)])('refuses the given name "%s" in one line', (name) => {
    expect(() => deriveEnvironment({ SENTRY_ENVIRONMENT: name })).toThrow(
      /^SENTRY_ENVIRONMENT is ".*"; accepted: .*$/,
    );
  });
});
