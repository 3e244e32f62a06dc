import { expect, it } from '@jest/globals';
import { memoryFiles } from '@adit/testing';
import { createReader } from '../source/reader.ts';
import { readOption, readOwnTunnelPath, readTunnelPath } from './settings.ts';

const subjectOf = (aditConfig: string, nextConfig = 'export default {};') => ({
  application: { files: { aditConfig: 'adit.config.ts', nextConfig: 'next.config.ts', sentryConfigs: [] } },
  reader: createReader(memoryFiles({ 'adit.config.ts': aditConfig, 'next.config.ts': nextConfig })),
});

it.each([
  ["defineAdit({ monitoring: { tunnelPath: '/quarry' } });", '/quarry'],
  ["const monitoring = { tunnelPath: '/quarry' };\ndefineAdit({ monitoring });", '/quarry'],
  ['defineAdit({ monitoring: { tunnelPath } });', undefined],
  ['defineAdit({ monitoring: { tunnelPath: pathOf(name) } });', undefined],
  ["const tunnelPath = '/quarry' as const;\ndefineAdit({ monitoring: { tunnelPath } });", '/quarry'],
  ["const path = '/quarry';\ndefineAdit({ monitoring: { tunnelPath: path } });", '/quarry'],
  ["const shared = { tunnelPath: '/quarry' };\ndefineAdit({ monitoring: { ...shared } });", '/quarry'],
  ["const shared = { monitoring: { tunnelPath: '/quarry' } };\ndefineAdit({ ...shared });", '/quarry'],
  ["const all = { monitoring: { tunnelPath: '/quarry' } };\ndefineAdit(all satisfies object);", '/quarry'],
  [
    "const shared = { tunnelPath: '/old' };\ndefineAdit({ monitoring: { ...shared, tunnelPath: '/quarry' } });",
    '/quarry',
  ],
  [
    "import { shared } from './shared';\ndefineAdit({ monitoring: { tunnelPath: '/old', ...shared } });",
    undefined,
  ],
  ["import { monitoring } from './shared';\ndefineAdit({ monitoring });", undefined],
  ['defineAdit({ monitoring: monitoringOf(name) });', undefined],
  ['defineAdit({ monitoring() {} });', undefined],
  ['const all = { ...all };\ndefineAdit(all);', undefined],
  ['const all = isOld ? all : all;\ndefineAdit(all);', undefined],
  ['const a = b;\nconst b = a;\ndefineAdit(a);', undefined],
  ["let tunnelPath = '/quarry';\ndefineAdit({ monitoring: { tunnelPath } });", '/quarry'],
  ["let tunnelPath = '/old';\ntunnelPath = name();\ndefineAdit({ monitoring: { tunnelPath } });", undefined],
  ['defineAdit({ monitoring: undefined });', '/monitoring-tunnel'],
  ["defineAdit({ ...{ monitoring: { tunnelPath: '/old' } }, monitoring: undefined });", '/monitoring-tunnel'],
  ['defineAdit({ monitoring: isOld ? null : false });', '/monitoring-tunnel'],
  ['defineAdit({ monitoring: { ...(isOld ? { dsn } : undefined) } });', '/monitoring-tunnel'],
  ["defineAdit({ monitoring: { ...(isOld ? { tunnelPath: '/old' } : undefined) } });", undefined],
  ["defineAdit({ monitoring: { ...(isOld && { tunnelPath: '/old' }) } });", undefined],
  ["defineAdit({ monitoring: isOld ? {} : { tunnelPath: '/old' } });", undefined],
  ['defineAdit({ monitoring: { ...(isOld && { dsn }), ...(isNew ? { dsn } : {}) } });', '/monitoring-tunnel'],
  [
    "defineAdit({ site: 'shop' });\nlog({ tunnelPath, monitoring: { tunnelPath: '/old' } });",
    '/monitoring-tunnel',
  ],
  ["export default { monitoring: { tunnelPath: '/quarry' } };", '/quarry'],
  ["defineAdit({ other: { tunnelPath: '/quarry' } });", '/monitoring-tunnel'],
])('reads the tunnel path of %j', (aditConfig, expected) => {
  expect(readOwnTunnelPath(subjectOf(aditConfig))).toBe(expected);
});

it.each([
  ["export default { basePath: '/shop' };", { own: '/quarry', whole: '/shop/quarry' }],
  ["const basePath = '/shop';\nexport default { basePath };", { own: '/quarry', whole: '/shop/quarry' }],
  ["log({ basePath });\nexport default { basePath: '/shop' };", { own: '/quarry', whole: '/shop/quarry' }],
  ['export default { basePath: base() };', undefined],
  [
    "export default { assetPrefix: '/docs-static/' };",
    { own: '/docs-static/quarry', whole: '/docs-static/quarry' },
  ],
  ["export default { assetPrefix: 'https://cdn.test' };", { own: '/quarry', whole: '/quarry' }],
  [
    "export default { basePath: '/shop', assetPrefix: '/static' };",
    { own: '/quarry', whole: '/shop/quarry' },
  ],
])('puts it below basePath, or below the prefix of a zone: %s', (nextConfig, expected) => {
  const subject = subjectOf("defineAdit({ monitoring: { tunnelPath: '/quarry' } });", nextConfig);

  expect(readTunnelPath(subject)).toEqual(expected);
  expect(readOwnTunnelPath(subject)).toBe(expected?.own ?? '/quarry');
});

it('ignores the paths of Next for another origin', () => {
  const aditConfig = "defineAdit({ monitoring: { tunnelPath: '/t', tunnelOrigin: 'https://a.test' } });";

  expect(readTunnelPath(subjectOf(aditConfig, "export default { assetPrefix: '/static' };"))).toEqual({
    own: '/t',
    whole: '/t',
    origin: 'https://a.test',
  });
});

it.each([
  ["{ dsn: '1' }", { value: '1', isCertain: true }],
  ['{ dsn: process.env.DSN }', { value: undefined, isCertain: true }],
  ["{ ...shared, dsn: '1' }", { value: '1', isCertain: true }],
  ["{ dsn: '1', ...shared }", { value: undefined, isCertain: true }],
  ["{ ...{ dsn: '1' }, ...shared, ...other }", { value: undefined, isCertain: true }],
  ['{ ...shared }', { value: undefined, isCertain: false }],
  ["{ ...(isOld && { dsn: '1' }) }", { value: undefined, isCertain: false }],
  ['read()', { value: undefined, isCertain: false }],
  ["{ other: '1' }", undefined],
  ["'text'", undefined],
])('says whether the option is there for certain: %s', (monitoring, expected) => {
  const found = readOption(subjectOf(`defineAdit({ monitoring: ${monitoring} });`), 'monitoring.dsn');

  expect(found).toEqual(expected && { ...expected, path: 'adit.config.ts', line: 1 });
});

it('has no option of a file that is not there', () => {
  const { reader } = subjectOf('');

  expect(readOption({ application: { files: { sentryConfigs: [] } }, reader }, 'name')).toBeUndefined();
});
