/**
 * @jest-environment jsdom
 * @jest-environment-options {"customExportConditions": ["@adit/source", "browser", "require", "default"]}
 */
import { dirname, join } from 'node:path';
import type { Event, Integration } from '@sentry/core';
import { frameNames } from './frame-names.ts';

/** Sentry does not export it. */
const { nextjsClientStackFrameNormalizationIntegration } = jest.requireActual<{
  nextjsClientStackFrameNormalizationIntegration: (options: object) => Integration;
}>(join(dirname(require.resolve('@sentry/nextjs')), 'client/clientNormalizationIntegration.js'));

const FILES = [
  'https://shop.test/_next/static/chunks/app/%5Bid%5D/page-1a2b.js',
  'https://cdn.test/assets/_next/static/chunks/app/page-1a2b.js',
  'https://shop.test/_next/static/chunks/main-app-1a2b.js',
  'https://shop.test/assets/_next/static/chunks/webpack-1a2b.js:7',
  'https://shop.test/_next/static/chunks/main-1a2b.mjs',
  'https://other.test/widget%20.js',
  'app:///_next/static/chunks/framework.1a2b.js',
  'app:///_next/%5Ba%5D.js',
  '<anonymous>',
  '',
  undefined,
];

const eventWith = (files: readonly (string | undefined)[]): Event => ({
  exception: {
    values: [
      { type: 'Error', value: 'without frames' },
      {
        type: 'Error',
        stacktrace: {
          frames: files.map((filename) => ({ in_app: true, ...(filename !== undefined && { filename }) })),
        },
      },
    ],
  },
});

const process = (integration: Integration, event: Event) =>
  integration.processEvent?.(event, {}, {} as never);

describe(frameNames, () => {
  it('has the name of the integration that it replaces', () => {
    expect(frameNames().name).toBe(nextjsClientStackFrameNormalizationIntegration({}).name);
  });

  it.each(['', '/assets'])('names files as Sentry does, with the assets at "%s"', (path) => {
    Object.assign(globalThis, { _sentryRewriteFramesAssetPrefixPath: path });
    const theirs = nextjsClientStackFrameNormalizationIntegration({ rewriteFramesAssetPrefixPath: path });

    expect(process(frameNames(), eventWith(FILES))).toEqual(process(theirs, eventWith(FILES)));
  });

  it('keeps an address that cannot be decoded', () => {
    const event = eventWith(['app:///_next/%E0%A4%A.js', 'https://shop.test/_next/%5Ba%5D.js']);
    process(frameNames(), event);

    expect(event.exception?.values?.[1]?.stacktrace?.frames?.map(({ filename }) => filename)).toEqual([
      'app:///_next/%E0%A4%A.js',
      'app:///_next/[a].js',
    ]);
  });

  it('keeps events without errors', () => {
    expect(process(frameNames(), { message: 'Hello' })).toEqual({ message: 'Hello' });
  });
});
