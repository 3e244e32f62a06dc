/** @jest-environment node */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { planUpload, readUploadVariables } from './plan-upload.ts';

const ALL = { SENTRY_AUTH_TOKEN: 'token', SENTRY_ORG: 'acme', SENTRY_PROJECT: 'shop' };

it('an upload needs token, organization and project, of options or variables', () => {
  expect(planUpload({}, ALL)).toEqual({
    hasToken: true,
    to: 'https://sentry.io',
    isSentryIo: true,
    project: 'shop',
  });
  const options = {
    authToken: 'own',
    org: 'own',
    project: ['shop', 'api'],
    sentryUrl: 'https://errors.test/',
  };
  expect(planUpload(options, { ...ALL, SENTRY_URL: 'https://other.test' })).toEqual({
    hasToken: true,
    to: 'https://errors.test/',
    isSentryIo: false,
    project: 'shop, api',
  });
});

it.each([
  [{ ...ALL, SENTRY_AUTH_TOKEN: undefined }, 'SENTRY_AUTH_TOKEN is not set'],
  [{ ...ALL, SENTRY_AUTH_TOKEN: '' }, 'SENTRY_AUTH_TOKEN is not set'],
  [{ ...ALL, SENTRY_ORG: undefined }, 'SENTRY_ORG is not set'],
  [{ ...ALL, SENTRY_PROJECT: undefined }, 'SENTRY_PROJECT is not set'],
  [{ ...ALL, SENTRY_ORG: undefined, SENTRY_AUTH_TOKEN: 'sntrys_1' }, undefined],
])('says what is missing: %j', (variables, why) => {
  expect(planUpload({}, variables).why).toBe(why);
});

it('says that the upload is switched off, also with a token', () => {
  expect(planUpload({ sourcemaps: { disable: true } }, ALL)).toMatchObject({
    why: 'sourcemaps.disable is true',
  });
  expect(planUpload({ sourcemaps: { disable: 'disable-upload' } }, ALL)).toMatchObject({
    why: 'sourcemaps.disable is "disable-upload"',
    onlyDebugIds: true,
  });
});

it.each([
  ['https://sentry.io/', true],
  ['https://de.sentry.io', true],
  ['https://acme.sentry.io', true],
  ['https://sentry.io.test', false],
  ['https://notsentry.io', false],
  ['http://127.0.0.1:8000', false],
  ['sentry.io', false],
])('%s is the service of Sentry: %s', (sentryUrl, expected) => {
  expect(planUpload({ sentryUrl }, ALL).isSentryIo).toBe(expected);
});

it('the file that Sentry’s wizard writes wins over the environment; there may be none', () => {
  const folder = mkdtempSync(join(tmpdir(), 'adit-next-'));
  try {
    expect(readUploadVariables(folder, ALL)).toEqual(ALL);
    writeFileSync(join(folder, '.env.sentry-build-plugin'), '# secret\nSENTRY_AUTH_TOKEN="sntrys_1"\n');
    expect(readUploadVariables(folder, ALL)).toEqual({ ...ALL, SENTRY_AUTH_TOKEN: 'sntrys_1' });
  } finally {
    rmSync(folder, { recursive: true });
  }
});
