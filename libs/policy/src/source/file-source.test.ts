import { generateKeyPairSync } from 'node:crypto';
import {
  appendFileSync,
  chmodSync,
  mkdirSync,
  mkdtempSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { execFileSync } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { until } from '@adit/testing';
import { createBench, textOf, type WatchBench } from '../../testing/watch.helper.ts';
import { lookAtFile, watchFile } from './file-source.ts';
import { signPolicy } from './signature.ts';

const SECOND = 1_000;

let folder: string;
let file: string;
let bench: WatchBench;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'adit-policy-'));
  file = join(folder, 'policy.json');
  bench = createBench();
});
afterEach(() => {
  bench.closeAll();
  rmSync(folder, { recursive: true, force: true });
});

describe('a file', () => {
  it('that is written in place, replaced, removed and made again is followed, by its path or its address', async () => {
    writeFileSync(file, textOf(1));
    const records = [file, pathToFileURL(file), pathToFileURL(file).href].map((from) =>
      bench.start({ from }),
    );
    const numbers = () => records.map(({ watch }) => watch.current()?.n);
    await Promise.all(records.map(({ watch }) => watch.ready));
    expect(numbers()).toEqual([1, 1, 1]);

    writeFileSync(file, textOf(2));
    await bench.run(10 * SECOND);
    expect(numbers()).toEqual([2, 2, 2]);

    writeFileSync(`${file}.new`, textOf(3));
    renameSync(`${file}.new`, file);
    await bench.run(10 * SECOND);
    expect(numbers()).toEqual([3, 3, 3]);

    rmSync(file);
    await bench.run(10 * SECOND);
    expect(records.map(({ watch }) => watch.state().status)).toEqual(['missing', 'missing', 'missing']);
    expect(numbers()).toEqual([3, 3, 3]);

    writeFileSync(file, textOf(4));
    await bench.run(10 * SECOND);
    expect(numbers()).toEqual([4, 4, 4]);
    for (const { statuses } of records) expect(statuses()).toEqual(['ok', 'missing', 'ok']);
  });

  it('is followed although its size and times stay the same', async () => {
    writeFileSync(file, textOf(1));
    const { atime, mtime } = statSync(file);
    const { watch } = bench.start({ from: file });
    await watch.ready;
    writeFileSync(file, textOf(2));
    utimesSync(file, atime, mtime);
    await bench.run(10 * SECOND);
    expect(watch.current()).toEqual({ n: 2 });
  });

  it('that is cut off for a moment is not spoken of; one that stays so is, once', async () => {
    writeFileSync(file, textOf(1));
    const record = bench.start({ from: file });
    await record.watch.ready;
    const checked = record.watch.check();
    truncateSync(file, 3);
    // The first look may have been before the cut, so there is another one.
    await bench.run(0);
    const again = record.watch.check();
    await bench.run(100);
    writeFileSync(file, textOf(2));
    await bench.run(10 * SECOND);
    await Promise.all([checked, again]);
    expect(record.watch.current()).toEqual({ n: 2 });
    expect(record.statuses()).toEqual(['ok']);

    truncateSync(file, 3);
    await bench.run(60 * SECOND);
    expect(record.watch.current()).toEqual({ n: 2 });
    expect(record.statuses()).toEqual(['ok', 'refused']);
    writeFileSync(file, textOf(3));
    await bench.run(10 * SECOND);
    expect(record.statuses()).toEqual(['ok', 'refused', 'ok']);
  });

  it('behind a link that is swapped, as Kubernetes does it, is followed', async () => {
    const publish = (name: string, text: string): void => {
      mkdirSync(join(folder, name));
      writeFileSync(join(folder, name, 'policy.json'), text);
      symlinkSync(name, join(folder, '..data_tmp'));
      renameSync(join(folder, '..data_tmp'), join(folder, '..data'));
    };
    publish('..1', textOf(1));
    symlinkSync(join('..data', 'policy.json'), file);
    const records = Array.from({ length: 10 }, () => bench.start({ from: file }));
    await Promise.all(records.map(({ watch }) => watch.ready));
    publish('..2', textOf(2));
    rmSync(join(folder, '..1'), { recursive: true });
    await bench.run(10 * SECOND);
    for (const { watch, statuses } of records) {
      expect(watch.current()).toEqual({ n: 2 });
      expect(statuses()).toEqual(['ok']);
    }
  });

  it('of 1 MiB and one byte is refused; of 1 MiB it is taken', async () => {
    writeFileSync(file, `${' '.repeat(1_048_576 - textOf(1).length)}${textOf(1)}`);
    const { watch } = bench.start({ from: file });
    await bench.run(SECOND);
    expect(watch.current()).toEqual({ n: 1 });
    appendFileSync(file, ' ');
    await bench.run(10 * SECOND);
    expect(watch.state()).toMatchObject({
      status: 'refused',
      problem: 'the document is larger than 1048576 bytes',
    });
    expect(watch.current()).toEqual({ n: 1 });
  });

  it('that is not UTF-8 is refused', async () => {
    writeFileSync(file, Buffer.from([0x7b, 0xff, 0x7d]));
    const { watch, texts } = bench.start({ from: file });
    await bench.run(SECOND);
    expect(watch.state().status).toBe('refused');
    expect(texts).toEqual([]);
  });

  it('with its signature beside it is taken; the signature may come later', async () => {
    const { publicKey, privateKey } = generateKeyPairSync('ed25519', {
      publicKeyEncoding: { type: 'spki', format: 'pem' },
      privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    });
    writeFileSync(file, textOf(1));
    const { watch } = bench.start({ from: file, key: publicKey });
    await bench.run(10 * SECOND);
    expect(watch.state()).toMatchObject({ status: 'refused', problem: 'the document is not signed' });
    writeFileSync(`${file}.sig`, 'x'.repeat(1_025));
    await bench.run(10 * SECOND);
    expect(watch.state().problem).toBe('the signature is not right for this text and key');
    writeFileSync(`${file}.sig`, `${await signPolicy(textOf(1), privateKey)}\n`);
    await bench.run(10 * SECOND);
    expect(watch.current()).toEqual({ n: 1 });
  });
});

describe('what is no file', () => {
  it('in a folder that does not exist is missing, and found once it is there', async () => {
    const { watch, statuses } = bench.start({ from: join(folder, 'later', 'policy.json') });
    await bench.run(SECOND);
    expect(watch.state().status).toBe('missing');
    mkdirSync(join(folder, 'later'));
    writeFileSync(join(folder, 'later', 'policy.json'), textOf(1));
    await bench.run(10 * SECOND);
    expect(statuses()).toEqual(['missing', 'ok']);
  });

  it('below a file is missing', async () => {
    writeFileSync(file, '');
    expect(await lookAtFile(join(file, 'policy.json'), false)).toEqual({ kind: 'missing' });
  });

  it('is a folder or a pipe: the watch is stale and does not wait for it', async () => {
    execFileSync('mkfifo', [join(folder, 'pipe')]);
    for (const from of [folder, join(folder, 'pipe')]) {
      const { watch } = bench.start({ from });
      await bench.run(SECOND);
      expect(watch.state()).toMatchObject({ status: 'stale', problem: `${from} is not a file` });
    }
  });

  it('goes through a link to itself: the watch is stale, with the error of the host', async () => {
    symlinkSync(file, file);
    const { watch } = bench.start({ from: file });
    await bench.run(SECOND);
    expect(watch.state()).toMatchObject({
      status: 'stale',
      problem: expect.stringContaining('ELOOP') as string,
    });
  });

  it('may not be read: the watch is stale', async () => {
    if (process.getuid?.() === 0) return;
    writeFileSync(file, textOf(1));
    chmodSync(file, 0);
    const { watch } = bench.start({ from: file });
    await bench.run(SECOND);
    expect(watch.state()).toMatchObject({
      status: 'stale',
      problem: expect.stringContaining('EACCES') as string,
    });
  });
});

describe('watchFile', () => {
  it.each(['policy.json', 'policy.json.sig', '..data'])(
    'calls back for %s until it is closed',
    async (name) => {
      let hints = 0;
      const close = watchFile(file, () => (hints += 1));
      await until(() => {
        writeFileSync(join(folder, name), String(hints));
        return hints > 0;
      });
      close();
      const before = hints;
      let others = 0;
      const closeOther = watchFile(file, () => (others += 1));
      await until(() => {
        writeFileSync(join(folder, name), String(others));
        return others > 0;
      });
      closeOther();
      expect(hints).toBe(before);
    },
  );

  it('is silent for other files, and where nothing can be watched', async () => {
    const hints: string[] = [];
    const close = watchFile(file, () => hints.push('policy'));
    const closeOther = watchFile(join(folder, 'other.json'), () => hints.push('other'));
    watchFile(join(folder, 'nowhere', 'policy.json'), () => hints.push('nowhere'))();
    await until(() => {
      writeFileSync(join(folder, 'other.json'), String(hints.length));
      return hints.length > 2;
    });
    close();
    closeOther();
    expect(new Set(hints)).toEqual(new Set(['other']));
  });
});

it('a change of which the host tells is in force before the next check is due', async () => {
  writeFileSync(file, textOf(1));
  const { watch } = bench.start({ from: file, everyMs: 3_600_000 });
  await watch.ready;
  // The folder is watched a moment later than the file is read: writing again makes up for that.
  await until(async () => {
    writeFileSync(file, textOf(2));
    const hasHint = bench.timers().length > 1;
    if (hasHint) await bench.run(400);
    return hasHint;
  });
  await bench.run(400);
  expect(watch.current()).toEqual({ n: 2 });
  expect(bench.clock.monotonicNow()).toBeLessThan(3_600_000);
});

it('a watch that is closed after the host told of a change leaves no timer', async () => {
  writeFileSync(file, textOf(1));
  const { watch, changes } = bench.start({ from: file });
  await watch.ready;
  await until(() => {
    writeFileSync(file, textOf(2));
    return bench.timers().length > 1;
  });
  watch.close();
  expect(bench.clock.pending).toBe(0);
  await bench.clock.advance(3_600_000);
  expect(changes).toHaveLength(1);
});

it('a watch that is closed at once leaves nothing behind', async () => {
  writeFileSync(file, textOf(1));
  const { watch, told } = bench.start({ from: file });
  watch.close();
  await watch.ready;
  writeFileSync(file, textOf(2));
  await bench.clock.advance(3_600_000);
  expect(told).toEqual([]);
  expect(bench.clock.pending).toBe(0);
});
