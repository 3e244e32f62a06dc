import { deriveRelease } from './release.ts';

const SHA = '0123456789abcdef0123456789abcdef01234567';

describe(deriveRelease, () => {
  it('S19 prefers the release of the build to a variable of the running server', () => {
    expect(deriveRelease({ NEXT_PUBLIC_SENTRY_RELEASE: 'built', SENTRY_RELEASE: 'started' })).toBe('built');
  });

  it('S19 takes SENTRY_RELEASE before the platform’s commit', () => {
    expect(deriveRelease({ SENTRY_RELEASE: ' shop@1.2.3 ', VERCEL_GIT_COMMIT_SHA: SHA })).toBe('shop@1.2.3');
  });

  it.each([
    'VERCEL_GIT_COMMIT_SHA',
    'NEXT_PUBLIC_VERCEL_GIT_COMMIT_SHA',
    'COMMIT_REF',
    'CF_PAGES_COMMIT_SHA',
    'WORKERS_CI_COMMIT_SHA',
    'AWS_COMMIT_ID',
    'RENDER_GIT_COMMIT',
    'RAILWAY_GIT_COMMIT_SHA',
    'HEROKU_BUILD_COMMIT',
    'HEROKU_SLUG_COMMIT',
    'SOURCE_VERSION',
    'GITHUB_SHA',
    'CI_COMMIT_SHA',
  ])('S19 takes the full commit SHA from %s', (variable) => {
    expect(deriveRelease({ [variable]: SHA })).toBe(SHA);
  });

  it('ignores a commit that is not a full SHA', () => {
    expect(deriveRelease({ COMMIT_REF: 'main', GITHUB_SHA: SHA.slice(0, 7) })).toBeUndefined();
  });

  it('takes a given name before everything else', () => {
    expect(deriveRelease({ SENTRY_RELEASE: 'started' }, 'given')).toBe('given');
  });

  it.each(['a/b', '..', 'two\nlines', 'x'.repeat(201)])('refuses the name %j in one line', (name) => {
    expect(() => deriveRelease({ SENTRY_RELEASE: name })).toThrow(/^SENTRY_RELEASE is .*; accepted: .*$/);
  });
});
