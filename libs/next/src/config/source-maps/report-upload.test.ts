/** @jest-environment node */
/* eslint-disable no-console -- Sentry's steps write to it */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { NextConfig } from 'next';
import { planUpload } from './plan-upload.ts';
import { reportUpload } from './report-upload.ts';

const UPLOADED = 'Info: Successfully uploaded source maps to Sentry';
const VARIABLES = { SENTRY_AUTH_TOKEN: 'token', SENTRY_ORG: 'acme', SENTRY_PROJECT: 'shop' };

let distDir: string;
let printed: string[];
beforeEach(() => {
  distDir = mkdtempSync(join(tmpdir(), 'adit-next-'));
  printed = [];
  jest.spyOn(console, 'log').mockImplementation((line: string) => void printed.push(line));
  for (const level of ['info', 'error'] as const)
    jest.spyOn(console, level).mockImplementation(() => undefined);
});
afterEach(() => {
  jest.restoreAllMocks();
  rmSync(distDir, { recursive: true });
});

/** A build in which Sentry's step runs this function, in the hook of Turbopack or in the plugin of webpack. */
async function build(
  doUpload: () => void,
  { given = {}, variables = VARIABLES, bundler = 'turbopack' } = {},
): Promise<{ outcome: string; text: string }> {
  const step = async (): Promise<void> => {
    await Promise.resolve();
    doUpload();
  };
  const own: NextConfig =
    bundler === 'turbopack'
      ? { compiler: { runAfterProductionCompile: step } }
      : {
          webpack: (config: unknown) => {
            doUpload();
            return config;
          },
        };
  const config = reportUpload(own, planUpload(given, variables));
  if (bundler === 'webpack') config.webpack?.({}, { dev: false } as never);
  await config.compiler?.runAfterProductionCompile?.({ projectDir: distDir, distDir });
  const note = JSON.parse(readFileSync(join(distDir, 'adit-source-maps.json'), 'utf8')) as Awaited<
    ReturnType<typeof build>
  >;
  expect(printed).toEqual([`Adit: ${note.text}`]);
  return note;
}
const says = (step: string, text: string) => (): void => console.info(`[@sentry/nextjs - ${step}] ${text}`);

it.each(['turbopack', 'webpack'] as const)('prints and notes that %s has uploaded', async (bundler) => {
  expect(await build(says('Client', UPLOADED), { bundler })).toEqual({
    outcome: 'uploaded',
    text: 'Source maps are uploaded to https://sentry.io, project shop.',
  });
});

it('prints why an upload failed', async () => {
  const fails = (): void =>
    console.error('[@sentry/nextjs - Client] Error: Failed:', new Error('403 Forbidden'));
  expect(await build(fails)).toEqual({
    outcome: 'not-uploaded',
    text: 'Source maps are not uploaded: 403 Forbidden. Stack traces of this build stay minified.',
  });
});

it('does not say that an upload was made because none failed', async () => {
  expect(await build(() => undefined)).toMatchObject({ outcome: 'unknown' });
});

it('prints why nothing was tried, whatever is printed else', async () => {
  expect(
    await build(says('Client', UPLOADED), { variables: { ...VARIABLES, SENTRY_AUTH_TOKEN: '' } }),
  ).toEqual({
    outcome: 'not-uploaded',
    text: 'Source maps are not uploaded: SENTRY_AUTH_TOKEN is not set. Stack traces of this build stay minified.',
  });
});

it('prints that there are debug ids only', async () => {
  expect(
    await build(() => undefined, { given: { sourcemaps: { disable: 'disable-upload' } } }),
  ).toMatchObject({
    outcome: 'debug-ids-only',
    text: expect.stringContaining('sourcemaps.disable is "disable-upload"') as string,
  });
});

it('a step that throws ends the build, and the console is as before', async () => {
  const { info } = console;
  const config = reportUpload(
    { compiler: { runAfterProductionCompile: () => Promise.reject(new Error('deleted nothing')) } },
    planUpload({}, VARIABLES),
  );
  await expect(config.compiler?.runAfterProductionCompile?.({ projectDir: '', distDir })).rejects.toThrow(
    'deleted',
  );
  expect(printed).toEqual([]);
  expect(console.info).toBe(info);
});

it('listens in no server of development', () => {
  const { info } = console;
  reportUpload({ webpack: (config: unknown) => config }, planUpload({}, VARIABLES)).webpack?.({}, {
    dev: true,
  } as never);
  expect(console.info).toBe(info);
});
