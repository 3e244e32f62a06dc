import { FAILED_REQUEST, MISSING_CHUNK, UNKNOWN_SERVER_ACTION } from './failure-wordings.ts';

describe('MISSING_CHUNK', () => {
  it.each([
    ['webpack', 'ChunkLoadError', 'Loading chunk 42 failed.\n(error: https://a.example/42.js)'],
    ['webpack', 'Error', 'Loading chunk app/lab/page failed.'],
    ['webpack', 'Error', 'Loading chunk 3 failed.\n(timeout: /3.js)'],
    ['webpack', 'Error', 'Loading chunk 7 failed'],
    ['webpack', 'ChunkLoadError', ''],
    ['webpack', 'Error', 'Loading hot update chunk main failed.'],
    ['stylesheet', 'Error', 'Loading CSS chunk 7 failed.'],
    ['stylesheet', 'Error', 'Loading CSS chunk 7 failed.\n(/7.css)'],
    ['stylesheet', 'Error', 'Unable to preload CSS for /assets/a.css'],
    ['turbopack', 'ChunkLoadError', 'Failed to load chunk /_next/static/chunks/a.js from module 7'],
    ['turbopack', 'Error', 'Failed to load chunk /_next/static/chunks/a.js'],
    ['turbopack', 'Error', 'Failed to load chunk /a.js as a runtime dependency of chunk /b.js'],
    [
      'turbopack',
      'Error',
      'Module 5 was instantiated because of 7, but the module factory is not available.',
    ],
    ['module', 'TypeError', 'Failed to fetch dynamically imported module: https://a.example/b.js'],
    ['module', 'TypeError', 'error loading dynamically imported module: https://a.example/b.js'],
    ['module', 'TypeError', 'error loading dynamically imported module'],
    ['module', 'TypeError', 'Loading failed for the module with source “https://a.example/b.js”.'],
    ['module', 'TypeError', 'Importing a module script failed.'],
    ['module', 'TypeError', "'text/html' is not a valid JavaScript MIME type."],
    ['next-pages', 'Error', 'Failed to load script: /_next/static/chunks/a.js'],
    ['next-pages', 'Error', 'Failed to load stylesheet: /_next/static/a.css'],
  ])('knows the sentence of %s, %s: %s', (_loader, name, message) => {
    expect(MISSING_CHUNK.test(`${name}: ${message}`)).toBe(true);
  });

  it.each([
    'Loading chunky soup',
    'Loading chunk of text from disk',
    'Failed to load chunk 4 of the upload',
    'Failed to load script for the tour',
    'Cannot find a module script for the tour',
    'A dynamically imported module is slow',
    'Could not preload CSS variables',
    'Unable to preload CSS for the editor in the sidebar',
    'Loading chunk 7 failed.txt',
    'Loading failed for the module registry',
    'Loading chunk 3 failed because the disk is full',
    'JavaScript MIME types are listed below',
    'the module factory is not available',
    'no ChunkLoadError',
    '',
  ])('leaves %j alone', (message) => {
    expect(MISSING_CHUNK.test(`Error: ${message}`)).toBe(false);
  });

  it('takes time in proportion to a hostile message', () => {
    const before = process.cpuUsage();
    for (let round = 0; round < 100; round += 1)
      MISSING_CHUNK.test(`Error: Module ${'but the '.repeat(5_000)}`);
    expect(process.cpuUsage(before).user).toBeLessThan(2_000_000);
  });
});

describe('UNKNOWN_SERVER_ACTION', () => {
  it.each([
    ['UnrecognizedActionError', 'Server Action "4a" was not found on the server.', true],
    [
      'Error',
      'Failed to find Server Action "4a". This request might be from an older or newer deployment.',
      true,
    ],
    ['Error', 'no UnrecognizedActionError', false],
    ['Error', 'We failed to find Server Actions in the manual', false],
  ])('of %s: %s is %s', (name, message, expected) => {
    expect(UNKNOWN_SERVER_ACTION.test(`${name}: ${message}`)).toBe(expected);
  });
});

describe('FAILED_REQUEST', () => {
  it.each([
    ['Chromium', 'TypeError', 'Failed to fetch'],
    ['Firefox', 'TypeError', 'NetworkError when attempting to fetch resource.'],
    ['Safari', 'TypeError', 'Load failed'],
    ['undici', 'TypeError', 'fetch failed'],
    ['axios', 'AxiosError', 'Network Error'],
  ])('knows the wording of %s', (_who, name, message) => {
    expect(FAILED_REQUEST.test(`${name}: ${message}`)).toBe(true);
  });

  it.each([
    ['Error', 'Failed to fetch'],
    ['Error', 'Network Error'],
    ['AxiosError', 'The chart of a Network Error'],
    ['TypeError', 'The Load failed'],
  ])('leaves %s: %s alone', (name, message) => {
    expect(FAILED_REQUEST.test(`${name}: ${message}`)).toBe(false);
  });
});
