import { deriveEnvironment } from '../environment.ts';
import { deriveRelease } from '../release.ts';
import type { EnvironmentRecord } from '../variables.ts';
import { describePlatform } from './describe-platform.ts';
import { OTHER_SHA, PLATFORM_EXAMPLES, SHA } from '../../testing/platforms.contract.ts';
import { PLATFORMS } from './platforms.ts';

const rows = PLATFORMS.map((row) => ({ ...row, ...PLATFORM_EXAMPLES[row.platform] }));
const pairs = rows.flatMap((first, index) => rows.slice(index + 1).map((second) => ({ first, second })));

const allWithoutCommit = (env: EnvironmentRecord): EnvironmentRecord =>
  Object.fromEntries(Object.entries(env).filter(([, value]) => value !== SHA && value !== OTHER_SHA));

describe(describePlatform, () => {
  it.each(rows)('describes $platform', ({ platform, env, expected }) => {
    expect(describePlatform(env)).toEqual({ platform, ...expected });
  });

  it.each(rows)('leaves the prefix of $platform out when told to', ({ env, unprefixed }) => {
    expect(describePlatform(env, { prefix: false }).environment).toBe(unprefixed);
  });

  it.each(rows)('agrees with the parts it is made of on $platform', ({ env, expected }) => {
    expect(deriveEnvironment(env)).toBe(expected.environment);
    expect(deriveRelease(env)).toBe(expected.release);
  });

  it.each(rows.filter(({ commits }) => commits.length > 0))(
    'takes no release from an abbreviated commit, a branch or no commit on $platform',
    ({ env, commits }) => {
      for (const value of [SHA.slice(0, 7), 'HEAD', 'main', '0'.repeat(40), `${SHA}0`]) {
        const altered = { ...allWithoutCommit(env), [commits[0] ?? '']: value };
        expect(describePlatform(altered)).not.toHaveProperty('release');
      }
    },
  );

  it('takes a SHA-256 commit too', () => {
    expect(describePlatform({ CI_COMMIT_SHA: SHA.padEnd(64, '0') }).release).toHaveLength(64);
  });

  it('is the default where nothing is known', () => {
    expect(describePlatform({ CI: 'true' })).toEqual({ environment: 'production' });
  });

  it('is frozen', () => {
    expect(Object.isFrozen(describePlatform({}))).toBe(true);
  });

  describe('in a conflict', () => {
    it.each(pairs)('lets $first.platform answer alone before $second.platform', ({ first, second }) => {
      const { platform, expected } = first;
      const others = Object.fromEntries(
        Object.entries(second.env).map(([name, value]) => [name, value === SHA ? OTHER_SHA : value]),
      );
      const description = describePlatform({ ...others, ...first.env });

      expect({ ...description, release: undefined }).toEqual({ platform, ...expected, release: undefined });
      // A platform that gives no commit takes the one that continuous integration put into the image.
      const fromSecond = second.expected.release === undefined ? undefined : OTHER_SHA;
      expect(description.release).toBe(expected.release ?? fromSecond);
    });

    it('takes explicit variables before any platform', () => {
      const env = { ...PLATFORM_EXAMPLES.vercel.env, SENTRY_ENVIRONMENT: 'qa', SENTRY_RELEASE: 'shop@1' };

      expect(describePlatform(env)).toMatchObject({
        platform: 'vercel',
        environment: 'qa',
        release: 'shop@1',
        region: 'iad1',
      });
      expect(describePlatform(env, { environment: 'mine', release: 'shop@2' })).toMatchObject({
        environment: 'mine',
        release: 'shop@2',
      });
    });

    it('does not take the runner’s namespace for the environment of what it builds', () => {
      const runner = { KUBERNETES_SERVICE_HOST: '10.96.0.1', POD_NAMESPACE: 'arc-runners' };

      expect(describePlatform({ ...runner, GITHUB_ACTIONS: 'true' })).toEqual({
        platform: 'github-actions',
        environment: 'production',
      });
      expect(describePlatform(runner).environment).toBe('kubernetes-arc-runners');
    });

    it('takes the recognised platform’s commit before one under a name that anybody may use', () => {
      const env = { GITHUB_ACTIONS: 'true', GITHUB_SHA: SHA, COMMIT_REF: OTHER_SHA };

      expect(describePlatform(env).release).toBe(SHA);
      expect(deriveRelease({ GITHUB_SHA: SHA, COMMIT_REF: OTHER_SHA })).toBe(OTHER_SHA);
    });
  });

  it.each<[string, EnvironmentRecord, string]>([
    ['a custom environment of Vercel', { VERCEL_ENV: 'preview', VERCEL_TARGET_ENV: 'qa' }, 'vercel-qa'],
    ['one seen by a browser bundle', { NEXT_PUBLIC_VERCEL_ENV: 'preview' }, 'vercel-preview'],
    ['Vercel without its environment', { VERCEL: '1' }, 'production'],
    ['a job of GitLab without environment', { GITLAB_CI: 'true' }, 'production'],
    ['an environment of Wrangler', { WORKERS_CI_BRANCH: 'main', CLOUDFLARE_ENV: 'qa' }, 'cloudflare-qa'],
    ['Render without pull request', { RENDER: 'true', IS_PULL_REQUEST: 'false' }, 'render-production'],
    [
      'the namespace that nobody chose',
      { KUBERNETES_SERVICE_HOST: '10.0.0.1', POD_NAMESPACE: 'default' },
      'production',
    ],
    [
      'the namespace by the documentation’s name',
      { KUBERNETES_SERVICE_HOST: '10.0.0.1', MY_POD_NAMESPACE: 'qa' },
      'kubernetes-qa',
    ],
  ])('names the environment of %s', (_what, env, environment) => {
    expect(describePlatform(env).environment).toBe(environment);
  });

  it.each([
    ['no address', ''],
    ['a script', 'javascript:alert(1)'],
    ['credentials', 'https://user:secret@example.com'],
    ['a line break', 'example.com\nX: y'],
    ['a tag', 'https://example.com/<b>'],
    ['a text without end', `https://example.com/${'x'.repeat(3_000)}`],
  ])('leaves out a deploy address that is %s', (_what, url) => {
    expect(describePlatform({ VERCEL_ENV: 'preview', VERCEL_URL: url })).not.toHaveProperty('deployUrl');
  });

  it.each(['http://localhost:3000', 'https://example.com/shop/a~b'])('keeps the address %s', (url) => {
    expect(describePlatform({ VERCEL_ENV: 'preview', VERCEL_URL: url }).deployUrl).toBe(url);
  });

  it.each<EnvironmentRecord>([
    { VERCEL_ENV: 'preview', VERCEL_REGION: 'two words' },
    { VERCEL_ENV: 'preview', VERCEL_REGION: 'x'.repeat(65) },
    { AWS_BRANCH: 'main', AWS_BRANCH_ARN: 'nonsense' },
    { AWS_BRANCH: 'main' },
  ])('leaves out a region that is none, as in %j', (env) => {
    expect(describePlatform(env)).not.toHaveProperty('region');
  });

  it('refuses a wrong explicit name in one line', () => {
    expect(() => describePlatform({ SENTRY_ENVIRONMENT: 'a/b' })).toThrow(/^SENTRY_ENVIRONMENT is .*$/);
  });
});
