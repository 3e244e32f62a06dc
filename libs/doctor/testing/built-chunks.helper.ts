import type { Overlay } from './applications.helper.ts';
import { built } from './broken-run.helper.ts';
import type { BrokenApplication } from './broken-set-up.helper.ts';

export const ID = 'e52ddfb0-e115-3121-ccca-e339aa4fd2da';

/** The start and the end of a chunk, as Turbopack writes them. */
export const TURBOPACK = `;!function(){try { var e=globalThis,n=(new e.Error).stack;n&&((e._debugIds|| (e._debugIds={}))[n]="${ID}")}catch(e){}}();\n(globalThis.TURBOPACK||(globalThis.TURBOPACK=[])).push([]);\n\n//# debugId=${ID}\n`;

/** The start of a chunk with the code of Sentry's plugin for webpack. */
export const WEBPACK = `!function(){try{var e=globalThis,n=(new e.Error).stack;n&&(e._sentryDebugIds=e._sentryDebugIds||{},e._sentryDebugIds[n]="${ID}",e._sentryDebugIdIdentifier="sentry-dbid-${ID}")}catch(e){}}();\n(self.webpackChunk_N_E=[]).push([]);\n`;

/** A build with these chunks; `note` is `withAdit`'s record of the upload. */
export const buildWith = (chunk: string, note?: object): Overlay => ({
  '.next/required-server-files.json': built(),
  '.next/static/chunks/a.js': 'polyfills',
  '.next/static/chunks/b.js': chunk,
  ...(note && { '.next/adit-source-maps.json': JSON.stringify(note) }),
});

const UPLOADED = {
  outcome: 'uploaded',
  text: 'Source maps are uploaded to https://errors.test, project shop.',
};
const REFUSED = {
  outcome: 'not-uploaded',
  text: 'Source maps are not uploaded: API request failed: 403 Forbidden. Stack traces of this build stay minified.',
};
const TOKEN = { env: { SENTRY_AUTH_TOKEN: 'token' } };

export const HEALTHY_CHUNKS: readonly (Pick<BrokenApplication, 'check' | 'files' | 'context'> & {
  readonly what: string;
})[] = [
  {
    check: 'debug-id',
    what: 'uploaded from Turbopack',
    files: buildWith(TURBOPACK, UPLOADED),
    context: TOKEN,
  },
  { check: 'debug-id', what: 'uploaded from webpack', files: buildWith(WEBPACK, UPLOADED), context: TOKEN },
  { check: 'debug-id', what: 'a build without a note', files: buildWith(TURBOPACK), context: TOKEN },
  {
    check: 'debug-id',
    what: 'the upload is left to somebody else',
    files: buildWith(TURBOPACK, { outcome: 'debug-ids-only', text: 'Source maps are not uploaded.' }),
  },
];

export const BROKEN_CHUNKS: readonly BrokenApplication[] = [
  {
    check: 'debug-id',
    mistake: 'the backend refused the upload',
    files: buildWith(TURBOPACK, REFUSED),
    level: 'warning',
    at: '.next/static/chunks/b.js',
  },
  {
    check: 'debug-id',
    mistake: 'nobody knows whether the upload came to an end',
    files: buildWith(WEBPACK, { outcome: 'unknown', text: 'Whether source maps are uploaded is not known.' }),
    level: 'warning',
    at: '.next/static/chunks/b.js',
  },
  {
    check: 'debug-id',
    mistake: 'there is no token, and the build has noted so',
    files: buildWith('react', {
      outcome: 'not-uploaded',
      text: 'Source maps are not uploaded: SENTRY_AUTH_TOKEN is not set. Stack traces of this build stay minified.',
    }),
    level: 'warning',
    at: '.next/static/chunks/a.js',
  },
  {
    check: 'debug-id',
    mistake: 'there is no token, and the build has noted nothing',
    files: buildWith('react'),
    level: 'warning',
    at: '.next/static/chunks/a.js',
  },
  {
    check: 'debug-id',
    mistake: 'there is a token, but the build had none',
    files: buildWith('react'),
    context: TOKEN,
    level: 'warning',
    at: '.next/static/chunks/a.js',
  },
];
