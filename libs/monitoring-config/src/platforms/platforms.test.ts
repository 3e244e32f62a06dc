import { deriveEnvironment } from '../environment.ts';
import { deriveRelease } from '../release.ts';
import type { EnvironmentRecord } from '../variables.ts';
import { OTHER_SHA, PLATFORM_EXAMPLES, SHA } from '../../testing/platforms.helper.ts';
import { findPlatform, PLATFORMS } from './platforms.ts';

const rows = PLATFORMS.map((row) => ({ ...row, ...PLATFORM_EXAMPLES[row.platform] }));
const pairs = rows.flatMap((first, index) => rows.slice(index + 1).map((second) => ({ first, second })));

describe('the platform table', () => {
  it('has a row for each platform and an example for each row', () => {
    expect(PLATFORMS.map(({ platform }) => platform).sort()).toEqual(Object.keys(PLATFORM_EXAMPLES).sort());
  });

  it('reads each commit variable for one platform', () => {
    const variables = PLATFORMS.flatMap(({ commits }) => commits);

    expect(new Set(variables).size).toBe(variables.length);
  });
});

describe(findPlatform, () => {
  it.each(rows)('recognises $platform', ({ platform, env, mark }) => {
    expect(findPlatform(env)?.platform).toBe(platform);
    expect(findPlatform(mark)?.platform).toBe(platform);
  });

  it.each(rows)('does not recognise $platform by blank variables', ({ env }) => {
    expect(findPlatform(Object.fromEntries(Object.keys(env).map((name) => [name, ' '])))).toBeUndefined();
  });

  it.each<[string, EnvironmentRecord]>([
    ['nothing', {}],
    ['CI, which every service and many a shell sets', { CI: 'true' }],
    ['a context that is called production', { CONTEXT: 'production' }],
    ['a context of development', { CONTEXT: 'dev' }],
    ['a context of another tool', { CONTEXT: 'kubernetes' }],
    ['a commit reference', { COMMIT_REF: 'main' }],
    ['a deploy address', { DEPLOY_URL: 'https://example.com', URL: 'https://example.com' }],
    ['something to render with', { RENDER: 'canvas' }],
    ['a pull request', { IS_PULL_REQUEST: 'true' }],
    ['a region of AWS', { AWS_REGION: 'eu-west-1', AWS_ACCESS_KEY_ID: 'x' }],
    ['a flag that is off', { NETLIFY: 'false', GITHUB_ACTIONS: 'false', GITLAB_CI: 'no', VERCEL: '0' }],
    ['a flag that is off elsewhere', { CF_PAGES: '0', WORKERS_CI: '0', RENDER: 'false' }],
    ['a token for deploying', { FLY_API_TOKEN: 'x', VERCEL_TOKEN: 'x', HEROKU_API_KEY: 'x' }],
    ['a namespace outside a cluster', { POD_NAMESPACE: 'shop' }],
    ['the environment of a job alone', { CI_ENVIRONMENT_NAME: 'staging' }],
    ['Node’s mode', { NODE_ENV: 'production' }],
  ])('recognises no platform by %s', (_what, env) => {
    expect(findPlatform(env)).toBeUndefined();
  });

  it.each(pairs)('prefers $first.platform to $second.platform', ({ first, second }) => {
    expect(findPlatform({ ...second.env, ...first.env })?.platform).toBe(first.platform);
    expect(findPlatform({ ...second.mark, ...first.mark })?.platform).toBe(first.platform);
  });
});

/** Environment and release, as `defineMonitoring` derives them. */
const derive = (env: EnvironmentRecord) => {
  const release = deriveRelease(env);
  return { environment: deriveEnvironment(env), ...(release !== undefined && { release }) };
};

describe('environment and release', () => {
  it.each(rows)('follow from the variables of $platform', (row) => {
    const { env, environment, hasRelease = true, unprefixed, commits } = row;
    expect(derive(env)).toEqual({ environment, ...(hasRelease && { release: SHA }) });
    expect(deriveEnvironment(env, { prefix: false })).toBe(unprefixed);
    const withoutCommit = Object.fromEntries(
      Object.entries(env).filter(([, value]) => value !== SHA && value !== OTHER_SHA),
    );
    for (const commit of [SHA.slice(0, 7), 'HEAD', 'main', '0'.repeat(40), `${SHA}0`])
      expect(deriveRelease({ ...withoutCommit, [commits[0] ?? '']: commit })).toBeUndefined();
  });

  it.each(pairs)('come from $first.platform alone before $second.platform', ({ first, second }) => {
    const others = Object.fromEntries(
      Object.entries(second.env).map(([name, value]) => [name, value === SHA ? OTHER_SHA : value]),
    );
    // If a platform gives no commit, the one that continuous integration put into the image is used.
    const fromSecond = second.hasRelease === false ? undefined : OTHER_SHA;

    expect({ release: undefined, ...derive({ ...others, ...first.env }) }).toEqual({
      environment: first.environment,
      release: first.hasRelease === false ? fromSecond : SHA,
    });
  });

  it('come from explicit variables before any platform', () => {
    const env = { ...PLATFORM_EXAMPLES.vercel.env, SENTRY_ENVIRONMENT: 'qa', SENTRY_RELEASE: 'shop@1' };

    expect(derive(env)).toEqual({ environment: 'qa', release: 'shop@1' });
  });

  it('ignore the namespace of a runner that builds the application', () => {
    const runner = { KUBERNETES_SERVICE_HOST: '10.96.0.1', POD_NAMESPACE: 'arc-runners' };

    expect(derive({ ...runner, GITHUB_ACTIONS: 'true' })).toEqual({ environment: 'production' });
    expect(derive(runner)).toEqual({ environment: 'kubernetes-arc-runners' });
  });

  it('use the commit of the recognised platform before one from a common variable name', () => {
    expect(deriveRelease({ GITHUB_ACTIONS: 'true', GITHUB_SHA: SHA, COMMIT_REF: OTHER_SHA })).toBe(SHA);
    expect(deriveRelease({ GITHUB_SHA: SHA, COMMIT_REF: OTHER_SHA })).toBe(OTHER_SHA);
    expect(deriveRelease({ CI_COMMIT_SHA: SHA.padEnd(64, '0') })).toHaveLength(64);
  });

  it.each<[string, EnvironmentRecord, string]>([
    ['a custom environment of Vercel', { VERCEL_ENV: 'preview', VERCEL_TARGET_ENV: 'qa' }, 'vercel-qa'],
    ['Vercel in a browser bundle', { NEXT_PUBLIC_VERCEL_ENV: 'preview' }, 'vercel-preview'],
    ['a branch of Cloudflare Pages alone', { CF_PAGES_BRANCH: 'main' }, 'cloudflare-main'],
    ['a context of Netlify alone', { CONTEXT: 'deploy-preview' }, 'netlify-deploy-preview'],
    ['Vercel without an environment', { VERCEL: '1' }, 'production'],
    ['a GitLab job without an environment', { GITLAB_CI: 'true' }, 'production'],
    ['an environment of Wrangler', { WORKERS_CI_BRANCH: 'main', CLOUDFLARE_ENV: 'qa' }, 'cloudflare-qa'],
    ['Render without a pull request', { RENDER: 'true', IS_PULL_REQUEST: 'false' }, 'render-production'],
    [
      'the default namespace',
      { KUBERNETES_SERVICE_HOST: '10.0.0.1', POD_NAMESPACE: 'default' },
      'production',
    ],
    [
      'the namespace under the documented name',
      { KUBERNETES_SERVICE_HOST: '10.0.0.1', MY_POD_NAMESPACE: 'qa' },
      'kubernetes-qa',
    ],
  ])('name the environment of %s', (_what, env, environment) => {
    expect(deriveEnvironment(env)).toBe(environment);
  });
});
