import { expect, it } from '@jest/globals';
import { applicationWith } from '../../testing/applications.helper.ts';
import { diagnose } from '../diagnose.ts';

const WORKFLOW = 'on: push\njobs:\n  build:\n    steps:\n      - run: npm run build\n';

/** The findings of the doctor in an application with this `next.config`. */
function messagesFor(nextConfig: string): readonly string[] {
  const { files, repository } = applicationWith({
    '.github/workflows/build.yml': WORKFLOW,
    'next.config.ts': `import { withAdit } from '@adit/next/config';\n${nextConfig}`,
  });
  return diagnose(repository, files)
    .findings.filter(({ level }) => level !== 'ok')
    .map(({ message }) => message);
}

it.each([
  "import { env } from './env';\nexport default withAdit({ env });",
  "import { shared } from './env';\nexport default withAdit({ env: { ...shared, A: '1' } });",
  'export default withAdit({ env: readEnv() });',
  'export default withAdit({ webpack: () => new P({ env: process.env.NODE_ENV }) });',
  'export default withAdit({}, { sentry: readSentry() });',
  "export default withAdit({ env: { sentry: 'x' } });",
])('what the code computes is no mistake: %s', (nextConfig) => {
  expect(messagesFor(nextConfig)).toEqual([]);
});

const RELEASE =
  'env replaces the release that withAdit gives to browser and server, but not that of source maps';
const NO_TOKEN = 'This build has no SENTRY_AUTH_TOKEN, so source maps never reach Sentry';

it.each([
  ['export default withAdit({ env: { NEXT_PUBLIC_SENTRY_RELEASE: process.env.SHA } });', RELEASE],
  [
    "const env = { NEXT_PUBLIC_SENTRY_RELEASE: process.env.SHA };\nexport default withAdit({ env: { ...env, A: '1' } });",
    RELEASE,
  ],
  ["export default withAdit({ env: { NEXT_PUBLIC_SENTRY_RELEASE: '1', ...shared } });", RELEASE],
  ['export default withAdit({}, { sentry: { org: process.env.ORG } });', NO_TOKEN],
])('a property with a computed value is there: %s', (nextConfig, message) => {
  expect(messagesFor(nextConfig)).toEqual([message]);
});

it.each([
  "isLive ? 'https://cdn.test' : undefined",
  "isLive ? undefined : '//cdn.test'",
  "isLive && 'https://cdn.test'",
  "process.env.CDN || 'https://cdn.test'",
  "(process.env.CDN ?? 'https://cdn.test') + '/docs'",
  '`https://${host}/docs`',
  "`${isLive ? 'https://cdn.test' : ''}/docs`",
  "isLive ? cdn : ''",
  'cdn + loop',
])('assetPrefix: %s may be another origin', (value) => {
  const messages = messagesFor(
    `const cdn = 'https://cdn.test';\nconst loop = loop + loop;\nexport default withAdit({ assetPrefix: ${value} });`,
  );

  expect(messages).toEqual([expect.stringContaining('another origin')]);
});

it.each([
  "const isLive = process.env.SITE_URL === 'https://a.test';\nexport default withAdit({ assetPrefix: isLive ? '/docs' : undefined });",
  "export default withAdit({ assetPrefix: url === 'https://a.test' && '/docs' });",
  "export default withAdit({ assetPrefix: url === 'https://a.test' || '/docs' });",
  "const live = 'https://a.test';\nexport default withAdit({ assetPrefix: process.env.live });",
  "const live = 'https://a.test';\nexport default withAdit({ assetPrefix: isAt(live) });",
])('a text that is compared is no prefix: %s', (nextConfig) => {
  expect(messagesFor(nextConfig)).toEqual([]);
});
