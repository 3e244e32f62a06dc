/** @jest-environment node */
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { parseRecord, type BuildRecord } from './build-record.ts';
import { keepBuild, staticFiles, type KeepOptions, type KeptBuilds } from './keep-build.ts';

const DAY_MS = 86_400_000;
let root: string;
let folder: string;
/** The clock follows that of the disk, which dates new copies. */
const START_MS = Date.now();

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'adit-old-assets-'));
  folder = join(root, 'kept');
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

function build(name: string, files: Readonly<Record<string, string>>): string {
  const staticFolder = join(root, name, 'static');
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(staticFolder, path)), { recursive: true });
    writeFileSync(join(staticFolder, path), content);
  }
  return staticFolder;
}

function finish(steps: Generator<undefined, KeptBuilds>): KeptBuilds {
  let step = steps.next();
  while (step.done !== true) step = steps.next();
  return step.value;
}

const keep = (staticFolder: string, options: Partial<KeepOptions> = {}): KeptBuilds =>
  finish(keepBuild({ staticFolder, folder, earlierBuilds: 5, now: START_MS, ...options }));

const records = (): BuildRecord[] =>
  readdirSync(join(folder, 'builds'))
    .map((name) => parseRecord(readFileSync(join(folder, 'builds', name), 'utf8')))
    .filter((record) => record !== undefined);

/** All names that the folder still has, with the content of their copies. */
const contents = (): Record<string, string> =>
  Object.fromEntries(
    records().flatMap(({ files }) =>
      [...files].map(([name, { hash }]) => [name, readFileSync(join(folder, 'files', hash), 'utf8')]),
    ),
  );

/** Builds with one file of their own and one that all have, a day after the other. */
function keepBuilds(count: number, options: Partial<KeepOptions> = {}): KeptBuilds[] {
  return Array.from({ length: count }, (_, index) =>
    keep(
      build(`build-${index}`, {
        'chunks/same.js': 'same'.repeat(100),
        [`chunks/${index}.js`]: `own ${index}`,
      }),
      {
        now: START_MS + index * DAY_MS,
        ...options,
      },
    ),
  );
}

it('keeps all files below the static folder once each, without source maps, links and the service worker', () => {
  const staticFolder = build('a', {
    'chunks/a.js': 'a',
    'chunks/a.js.map': '{}',
    'chunks/app/[slug]/page-1.js': 'page',
    'media/font.woff2': 'font',
    'id/_ssgManifest.js': 'a',
    'service-worker/sw.js': 'worker',
  });
  symlinkSync('/etc/hosts', join(staticFolder, 'chunks/hosts.js'));
  expect(keep(staticFolder)).toEqual({ earlierBuilds: 0, ownBytes: 10, bytes: 9 });
  expect(contents()).toEqual({
    'chunks/a.js': 'a',
    'chunks/app/[slug]/page-1.js': 'page',
    'media/font.woff2': 'font',
    'id/_ssgManifest.js': 'a',
  });
  expect(staticFiles(staticFolder).sort()).toEqual(Object.keys(contents()).sort());
});

it('stores what builds have in common once', () => {
  const [first, , third] = keepBuilds(3);
  expect(first).toEqual({ earlierBuilds: 0, ownBytes: 405, bytes: 405 });
  expect(third).toEqual({ earlierBuilds: 2, ownBytes: 405, bytes: 415 });
});

it('keeps one record for a build that is kept again, and dates it anew', () => {
  const [first] = [build('first', { 'a.js': 'a' }), build('second', { 'b.js': 'b' })];
  keep(first);
  keep(join(root, 'second/static'), { now: START_MS + 1_000 });
  keep(first, { now: START_MS + 2_000 });
  expect(
    records()
      .map(({ keptMs }) => keptMs - START_MS)
      .sort(),
  ).toEqual([1_000, 2_000]);
  // The build that was deployed again outlives the other one.
  keep(build('third', { 'c.js': 'c' }), { now: START_MS + DAY_MS, earlierBuilds: 1 });
  expect(Object.keys(contents()).sort()).toEqual(['a.js', 'c.js']);
});

it('removes the oldest builds beyond the number, and their copies an hour after', () => {
  expect(keepBuilds(4, { earlierBuilds: 2 }).at(-1)).toEqual({ earlierBuilds: 2, ownBytes: 405, bytes: 415 });
  expect(Object.keys(contents()).sort()).toEqual([
    'chunks/1.js',
    'chunks/2.js',
    'chunks/3.js',
    'chunks/same.js',
  ]);
  expect(readdirSync(join(folder, 'files'))).toHaveLength(4);
});

it('leaves copies without a record for an hour: another process may be about to write it', () => {
  mkdirSync(join(folder, 'files'), { recursive: true });
  const young = join(folder, 'files', 'a'.repeat(64));
  writeFileSync(young, 'young');
  keep(build('a', { 'a.js': 'a' }));
  expect(existsSync(young)).toBe(true);
  utimesSync(young, START_MS / 1_000 - 3_601, START_MS / 1_000 - 3_601);
  keep(build('a', { 'a.js': 'a' }));
  expect(existsSync(young)).toBe(false);
});

it('removes the oldest builds beyond the bytes', () => {
  expect(keepBuilds(4, { maxBytes: 410 }).at(-1)).toEqual({ earlierBuilds: 1, ownBytes: 405, bytes: 410 });
  expect(() => keep(build('large', { 'large.js': 'x'.repeat(411) }), { maxBytes: 410 })).toThrow(
    'the static files of the build are larger than 410 bytes',
  );
});

it('lets no build of a fast clock stay for ever', () => {
  keep(build('future', { 'future.js': 'future' }), { now: START_MS + 1_000 * DAY_MS });
  keepBuilds(3, { earlierBuilds: 1 });
  keepBuilds(4, { earlierBuilds: 1 });
  expect(Object.keys(contents())).toContain('chunks/3.js');
  expect(records()).toHaveLength(2);
});

/** Lets the disk fail for all records that exist now, while `during` runs. */
function whileUnreadable<T>(during: () => T): T {
  const unreadable = new Set(readdirSync(join(folder, 'builds')).map((name) => join(folder, 'builds', name)));
  const fs = jest.requireActual<Record<'readFileSync', typeof readFileSync>>('node:fs');
  const { readFileSync: read } = fs;
  const reading = jest.spyOn(fs, 'readFileSync').mockImplementation(((path: string, encoding: 'utf8') => {
    if (unreadable.has(path)) throw Object.assign(new Error('EIO'), { code: 'EIO' });
    return read(path, encoding);
  }) as never);
  try {
    return during();
  } finally {
    reading.mockRestore();
  }
}

/** Makes all copies older than those that a process may be about to name. */
function age(seconds = 7_200): void {
  for (const name of readdirSync(join(folder, 'files'))) {
    const at = START_MS / 1_000 - seconds;
    utimesSync(join(folder, 'files', name), at, at);
  }
}

describe('while a record cannot be read', () => {
  it('keeps it and its copies', () => {
    keepBuilds(2);
    age();
    const kept = whileUnreadable(() => keep(build('new', { 'new.js': 'new' })));
    expect(kept).toEqual({ earlierBuilds: 2, ownBytes: 3, bytes: 3 });
    expect(Object.keys(contents()).sort()).toEqual([
      'chunks/0.js',
      'chunks/1.js',
      'chunks/same.js',
      'new.js',
    ]);
  });

  it('counts it as a build, so that one that is never readable leaves as the oldest', () => {
    keepBuilds(1);
    const [record = ''] = readdirSync(join(folder, 'builds'));
    utimesSync(join(folder, 'builds', record), 1, 1);
    age();
    whileUnreadable(() => {
      keep(build('a', { 'a.js': 'a' }), { earlierBuilds: 1 });
      expect(readdirSync(join(folder, 'builds'))).toContain(record);
      keep(build('b', { 'b.js': 'b' }), { earlierBuilds: 1 });
    });
    expect(readdirSync(join(folder, 'builds'))).not.toContain(record);
    expect(Object.keys(contents()).sort()).toEqual(['a.js', 'b.js']);
    expect(readdirSync(join(folder, 'files'))).toHaveLength(2);
  });

  it('keeps no more bytes than otherwise, the newest copies first', () => {
    keep(build('old', { 'old.js': 'old' }));
    age(8_000);
    keep(build('newer', { 'newer.js': 'newer' }));
    for (const name of readdirSync(join(folder, 'files')))
      if (readFileSync(join(folder, 'files', name), 'utf8') === 'newer')
        utimesSync(join(folder, 'files', name), START_MS / 1_000 - 7_200, START_MS / 1_000 - 7_200);
    whileUnreadable(() => keep(build('own', { 'own.js': 'own' }), { maxBytes: 8 }));
    expect(
      readdirSync(join(folder, 'files'))
        .map((name) => readFileSync(join(folder, 'files', name), 'utf8'))
        .sort(),
    ).toEqual(['newer', 'own']);
  });

  it('keeps one that is half written for an hour, with the copies', () => {
    keepBuilds(1);
    age();
    const [name = ''] = readdirSync(join(folder, 'builds'));
    const path = join(folder, 'builds', name);
    const text = readFileSync(path, 'utf8');
    writeFileSync(path, text.slice(0, -20));
    keep(build('b', { 'b.js': 'b' }));
    writeFileSync(path, text);
    expect(Object.keys(contents()).sort()).toEqual(['b.js', 'chunks/0.js', 'chunks/same.js']);
    writeFileSync(path, text.slice(0, -20));
    utimesSync(path, START_MS / 1_000 - 3_601, START_MS / 1_000 - 3_601);
    keep(build('b', { 'b.js': 'b' }));
    expect(existsSync(path)).toBe(false);
    expect(readdirSync(join(folder, 'files'))).toHaveLength(1);
  });
});

it('removes old files that are no records and drafts that were left, and leaves files of others alone', () => {
  keep(build('a', { 'a.js': 'a' }));
  const broken = join(folder, 'builds', `${'0'.repeat(32)}.json`);
  const draft = join(folder, 'files', `${'b'.repeat(64)}.00000000-0000-4000-8000-000000000000.tmp`);
  const recordDraft = `${broken}.00000000-0000-4000-8000-000000000000.tmp`;
  const others = [join(folder, 'files', 'readme.txt'), join(folder, 'builds', 'notes.json')];
  for (const path of [broken, draft, recordDraft, ...others]) {
    writeFileSync(path, '{');
    utimesSync(path, 1, 1);
  }
  // It cannot be removed like a file.
  mkdirSync(join(folder, 'builds', `${'1'.repeat(32)}.json`));
  keep(build('b', { 'b.js': 'b' }));
  expect([broken, draft, recordDraft].map((path) => existsSync(path))).toEqual([false, false, false]);
  expect(others.map((path) => existsSync(path))).toEqual([true, true]);
});

it('writes a copy of the wrong size again', () => {
  const staticFolder = build('a', { 'a.js': 'content' });
  keep(staticFolder);
  const [hash = ''] = readdirSync(join(folder, 'files'));
  writeFileSync(join(folder, 'files', hash), 'cont');
  keep(staticFolder);
  expect(contents()).toEqual({ 'a.js': 'content' });
});

it('is safe with several processes at once, at any point of the others', () => {
  const [first, second] = [
    build('first', { 'same.js': 'same', 'a.js': 'a' }),
    build('second', { 'same.js': 'same', 'b.js': 'b' }),
  ];
  const options = { folder, earlierBuilds: 5, now: START_MS };
  // Two replicas of one build, and one of another: a step of each in turn.
  const running = [first, first, second].map((staticFolder) => keepBuild({ staticFolder, ...options }));
  while (running.map((steps) => steps.next().done).includes(false));
  expect(contents()).toEqual({ 'same.js': 'same', 'a.js': 'a', 'b.js': 'b' });
  expect(readdirSync(join(folder, 'files'))).toHaveLength(3);
});

it('writes a copy again that another process has removed meanwhile', () => {
  const steps = keepBuild({
    staticFolder: build('a', { 'a.js': 'a' }),
    folder,
    earlierBuilds: 5,
    now: START_MS,
  });
  steps.next();
  for (const name of readdirSync(join(folder, 'files'))) rmSync(join(folder, 'files', name));
  finish(steps);
  expect(contents()).toEqual({ 'a.js': 'a' });
});

it('throws if the folder cannot be written, and leaves no draft', () => {
  writeFileSync(folder, 'a file');
  expect(() => keep(build('a', { 'a.js': 'a' }))).toThrow(/EEXIST|ENOTDIR/);
  rmSync(folder);
  const staticFolder = build('a', { 'a.js': 'a' });
  keep(staticFolder);
  const [hash = ''] = readdirSync(join(folder, 'files'));
  rmSync(join(folder, 'files', hash));
  mkdirSync(join(folder, 'files', hash));
  expect(() => keep(staticFolder)).toThrow(/EISDIR|ENOTEMPTY|EEXIST|EPERM/);
  expect(readdirSync(join(folder, 'files'))).toEqual([hash]);
});
