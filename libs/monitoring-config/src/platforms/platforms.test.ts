import type { EnvironmentRecord } from '../variables.ts';
import { PLATFORM_EXAMPLES } from '../../testing/platforms.contract.ts';
import { findPlatform, PLATFORMS } from './platforms.ts';

const rows = PLATFORMS.map((row) => ({ ...row, ...PLATFORM_EXAMPLES[row.platform] }));
const pairs = rows.flatMap((first, index) => rows.slice(index + 1).map((second) => ({ first, second })));

describe('the platform table', () => {
  it('has a row for each platform and an example for each row', () => {
    expect(PLATFORMS.map(({ platform }) => platform).sort()).toEqual(Object.keys(PLATFORM_EXAMPLES).sort());
  });

  it('asks hosting before continuous integration before the orchestrator', () => {
    expect([...new Set(PLATFORMS.map(({ kind }) => kind))]).toEqual(['hosting', 'ci', 'orchestrator']);
    const rank = PLATFORMS.map(({ kind }) => ['hosting', 'ci', 'orchestrator'].indexOf(kind));
    expect(rank).toEqual([...rank].sort());
  });

  it.each(PLATFORMS)('says where $platform documents its variables', ({ sources }) => {
    for (const source of sources) expect(source).toMatch(/^https:\/\/[\w.]+\.[a-z]+\/\S+$/);
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
  ])('takes %s for no platform', (_what, env) => {
    expect(findPlatform(env)).toBeUndefined();
  });

  it('knows Netlify by a context that nobody else has', () => {
    expect(findPlatform({ CONTEXT: 'deploy-preview' })?.platform).toBe('netlify');
  });

  it.each(pairs)('prefers $first.platform to $second.platform', ({ first, second }) => {
    expect(findPlatform({ ...second.env, ...first.env })?.platform).toBe(first.platform);
    expect(findPlatform({ ...second.mark, ...first.mark })?.platform).toBe(first.platform);
  });
});
