/** @jest-environment node */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { checkPeers } from './check-peers.ts';

let root: string;
const install = (path: string, version: string): void => {
  const folder = join(root, 'node_modules', path);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ version }));
};

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'adit-peers-'));
});
afterEach(() => {
  rmSync(root, { recursive: true });
});

it.each([
  ['next', '14.2.0'],
  ['next', '15.0.0'],
  ['next', '16.5.0-canary.1'],
  ['react', '18.3.1'],
  ['react', '19.0.0'],
  ['@sentry/nextjs', '10.0.0'],
  ['@sentry/nextjs', '11.0.0'],
])('%s %s is supported', (name, version) => {
  install(name, version);
  expect(() => checkPeers(root)).not.toThrow();
});

it.each([
  ['next', '14.1.4', '>=14.2 <17'],
  ['next', '13.5.11', '>=14.2 <17'],
  ['next', '14.3.0-canary.87', '>=14.2 <17'],
  ['next', '17.0.0', '>=14.2 <17'],
  ['react', '18.2.0', '^18.3.0 || ^19.0.0'],
  ['@sentry/nextjs', '9.47.1', '^10.0.0 || ^11.0.0'],
  ['@sentry/nextjs', '12.0.0', '^10.0.0 || ^11.0.0'],
])('%s %s stops in one line', (name, version, range) => {
  install(name, version);
  expect(() => checkPeers(root)).toThrow(
    new Error(`@adit/next: ${name} ${version} is not supported; install ${name}@"${range}"`),
  );
  const { peerDependencies } = JSON.parse(readFileSync(join(__dirname, '../../package.json'), 'utf8')) as {
    peerDependencies: Record<string, string>;
  };
  expect(peerDependencies[name]).toBe(range);
});

describe('@sentry/core', () => {
  beforeEach(() => {
    for (const name of ['@adit/next', '@adit/monitoring-client']) install(name, '0.1.0');
    install('@sentry/nextjs', '11.8.0');
  });

  it.each([[], ['@sentry/nextjs/node_modules/@sentry/core']])(
    'may be there twice in one version',
    (...twice) => {
      for (const path of ['@sentry/core', ...twice]) install(path, '11.8.0');
      expect(() => checkPeers(root)).not.toThrow();
    },
  );

  it('in a second version stops in one line', () => {
    install('@sentry/nextjs/node_modules/@sentry/core', '11.8.0');
    install('@sentry/core', '11.7.0');
    expect(() => checkPeers(root)).toThrow(
      new Error(
        '@adit/next: two versions of @sentry/core are installed, 11.8.0 of @sentry/nextjs and 11.7.0; install @sentry/core@11.8.0, or remove it from package.json',
      ),
    );
  });
});
