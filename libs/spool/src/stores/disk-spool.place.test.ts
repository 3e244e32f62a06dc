import { spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { drainTexts, inChunks } from '../../testing/spool-store.contract.ts';
import {
  createDiskSpool,
  SpoolDisplacedError,
  SpoolLockedError,
  type DiskSpool,
  type DiskSpoolOptions,
  type SpoolLoss,
  type DirectoryState,
} from './disk-spool.ts';
import { createFailingDisk } from '../../testing/disk/failing-disk.helper.ts';
import { encodeHeader } from './disk/segment-format.ts';

const root = mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'adit-place-'));
const opened: DiskSpool[] = [];
afterEach(async () => {
  for (const spool of opened.splice(0)) await spool.close();
});
afterAll(() => {
  rmSync(root, { recursive: true, force: true });
});
let count = 0;
const freshDirectory = (): string => join(root, String((count += 1)), 'spool');

const A = 'https://a@one.example/1';
const B = 'https://b@two.example/2';

/** Whether an open directory stays readable after its name is gone. */
const CAN_REACH = process.platform === 'linux';

/** Mounts a disk of 1 MiB there; `false` if this process is not allowed to. */
const mount = (directory: string, ...options: string[]): boolean =>
  spawnSync('mount', [...options, '-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', directory]).status === 0;
const probe = freshDirectory();
mkdirSync(probe, { recursive: true });
const CAN_MOUNT = mount(probe);
if (CAN_MOUNT) spawnSync('umount', [probe]);

const put = (spool: DiskSpool, text: string, dsn = A): Promise<void> =>
  spool.append({ dsn, receivedAt: 7, fields: {}, body: Buffer.from(text) });

async function openSpool(directory: string, options: Partial<DiskSpoolOptions> = {}) {
  const losses: SpoolLoss[] = [];
  const states: DirectoryState[] = [];
  const waiting = new Set<() => void>();
  const spool = await createDiskSpool({
    directory,
    onLoss: (loss) => losses.push(loss),
    onState: (state) => {
      states.push(state);
      for (const look of waiting) look();
    },
    ...options,
  });
  opened.push(spool);
  /** Resolves with the first state of that kind, past or future. */
  const state = (isUsable: boolean): Promise<DirectoryState> =>
    new Promise((resolve) => {
      const look = (): void => {
        const found = states.find((one) => one.isUsable === isUsable);
        if (found !== undefined) resolve(found);
      };
      waiting.add(look);
      look();
    });
  const lost = (): number => losses.reduce((total, { lostEnvelopes }) => total + lostEnvelopes, 0);
  return { spool, state, states, losses, lost };
}

/** The content of every file except locks and ledger. */
const contentOf = (directory: string): Record<string, string> =>
  Object.fromEntries(
    readdirSync(directory)
      .filter((file) => file.endsWith('.spool'))
      .map((file) => [file, readFileSync(join(directory, file), 'latin1')]),
  );

const lockIn = (directory: string): string =>
  join(directory, readdirSync(directory).find((file) => file.startsWith('lock-')) ?? 'none');

/** Appends a number of envelopes, so that the first ones fill closed segments and the last ones an open segment. */
async function fill(spool: DiskSpool, envelopes: number): Promise<string[]> {
  const texts = Array.from({ length: envelopes }, (_, index) => `${index}:`.padEnd(200, '.'));
  for (const text of texts) await put(spool, text);
  return texts;
}

describe('createDiskSpool, whose directory is deleted', () => {
  it('acknowledges the next envelope in a directory of its own again, with all that was open', async () => {
    const directory = freshDirectory();
    const { spool, states, lost } = await openSpool(directory);
    const texts = await fill(spool, 1_000);
    await put(spool, 'b', B);
    await spool.remove(A);
    rmSync(directory, { recursive: true });

    await put(spool, 'after');

    expect(Object.values(contentOf(directory)).join()).toContain('after');
    expect(states).toEqual([
      { isUsable: false, detail: expect.stringContaining('is gone') as string },
      { isUsable: true, detail: `${directory} is open again with 1000 envelopes` },
    ]);
    expect(spool.isUsable()).toBe(true);
    await expect(createDiskSpool({ directory })).rejects.toBeInstanceOf(SpoolLockedError);
    expect(await drainTexts(spool, A)).toEqual([...texts.slice(1), 'after']);
    expect(await drainTexts(spool, B)).toEqual(['b']);
    expect(lost()).toBe(0);
  });

  it('would acknowledge into a deleted file without the look at its path: the control', async () => {
    const directory = freshDirectory();
    mkdirSync(directory, { recursive: true });
    const disk = createFailingDisk();
    const handle = await disk.openFile(join(directory, 'segment'), 'wx');
    rmSync(directory, { recursive: true });
    await handle.write(Buffer.from('acknowledged'), 0, 12, 0);
    await expect(handle.datasync()).resolves.toBeUndefined();
    await handle.close();
  });

  it('counts what was closed, and gives out what was open', async () => {
    const directory = freshDirectory();
    const { spool, lost, losses } = await openSpool(directory, { maxSegmentBytes: 3_000 });
    const texts = await fill(spool, 100);
    for (let taken = 0; taken < 3; taken += 1) await spool.remove(A);
    await spool.append({ dsn: B, receivedAt: 7, fields: {}, body: inChunks(Buffer.alloc(80_000)) });
    rmSync(directory, { recursive: true });

    await put(spool, 'after');

    const rest = await drainTexts(spool, A);
    expect(rest.at(-1)).toBe('after');
    expect(rest).toEqual([...texts.filter((text) => rest.includes(text)), 'after']);
    // The oldest segment is open because it is being delivered, the newest because it is being written.
    expect(rest.length).toBeGreaterThan(5);
    expect(lost()).toBe(97 + 1 - (rest.length - 1));
    expect(losses).toHaveLength(1);
    expect(spool.depth()).toEqual({ envelopes: 0, bytes: 0 });
  });

  it('notices without an append, also if it is empty', async () => {
    for (const texts of [[], ['1']]) {
      const directory = freshDirectory();
      const { spool, state } = await openSpool(directory);
      for (const text of texts) await put(spool, text);
      rmSync(directory, { recursive: true });
      await state(false);
      await state(true);
      expect(readdirSync(directory)).toContainEqual(expect.stringMatching(/^lock-/));
      expect(await drainTexts(spool, A)).toEqual(texts);
    }
  });

  it('notices when it delivers', async () => {
    const directory = freshDirectory();
    const { spool, lost } = await openSpool(directory);
    await put(spool, '1');
    rmSync(directory, { recursive: true });
    expect(await drainTexts(spool, A)).toEqual(['1']);
    expect(lost()).toBe(0);
  });

  it('notices when it is closed', async () => {
    const directory = freshDirectory();
    const { spool } = await openSpool(directory);
    await put(spool, '1');
    rmSync(directory, { recursive: true });
    await spool.close();
    const again = await openSpool(directory);
    expect(await drainTexts(again.spool, A)).toEqual(['1']);
  });

  it.each([true, false])(
    'removes no other envelope than the one that was taken out, if that could be copied back: %j',
    async (isCopied) => {
      const directory = freshDirectory();
      const disk = createFailingDisk();
      const { spool, lost } = await openSpool(directory, { openFile: disk.openFile });
      await spool.append({ dsn: A, receivedAt: 7, fields: {}, body: Buffer.alloc(2_000_000) });
      await put(spool, 'kept');
      expect((await spool.peek(A))?.bytes).toBe(2_000_000);
      const [large = ''] = Object.keys(contentOf(directory)).sort();
      disk.before = (operation, file) => {
        if (!isCopied && operation === 'open' && file === `${large}.part`) throw new Error('EIO');
      };
      rmSync(directory, { recursive: true });
      await put(spool, 'after');
      await spool.remove(A);
      expect(await drainTexts(spool, A)).toEqual(['kept', 'after']);
      expect(lost()).toBe(isCopied ? 0 : 1);
    },
  );

  it('fails a stream that was under way rather than keep a part of it', async () => {
    const directory = freshDirectory();
    const { spool } = await openSpool(directory);
    const body = (async function* () {
      yield Buffer.alloc(100_000);
      rmSync(directory, { recursive: true });
      yield Buffer.alloc(100_000);
    })();
    await expect(spool.append({ dsn: A, receivedAt: 7, fields: {}, body })).rejects.toBeInstanceOf(
      SpoolDisplacedError,
    );
    await put(spool, 'after');
    expect(await drainTexts(spool, A)).toEqual(['after']);
  });

  it('leaves it alone if another process has taken the path, and takes over when that ends', async () => {
    const directory = freshDirectory();
    const { spool, states, state, lost } = await openSpool(directory);
    await put(spool, '1');
    rmSync(directory, { recursive: true });
    const other = await openSpool(directory);
    await put(other.spool, 'other');
    const before = contentOf(directory);

    await expect(put(spool, 'refused')).rejects.toBeInstanceOf(SpoolLockedError);
    await expect(put(spool, 'refused')).rejects.toBeInstanceOf(SpoolLockedError);
    await expect(spool.peek(A)).rejects.toBeInstanceOf(SpoolLockedError);
    expect(contentOf(directory)).toEqual(before);
    expect(states).toHaveLength(1);
    expect(spool.isUsable()).toBe(false);

    await other.spool.close();
    await state(true);
    expect(await drainTexts(spool, A)).toEqual(expect.arrayContaining(['1', 'other']));
    expect(lost()).toBe(0);
  });

  it('counts what it could not write again until it is closed', async () => {
    const directory = freshDirectory();
    const { spool, lost } = await openSpool(directory);
    await put(spool, '1');
    rmSync(directory, { recursive: true });
    await openSpool(directory);
    await spool.close();
    expect(lost()).toBe(1);
  });

  it('fails appends while it cannot be made again', async () => {
    const directory = freshDirectory();
    const { spool, state } = await openSpool(directory);
    await put(spool, '1');
    rmSync(directory, { recursive: true });
    writeFileSync(directory, 'a file');
    await expect(put(spool, '2')).rejects.toThrow('cannot be used (EEXIST: ');
    unlinkSync(directory);
    await state(true);
    await put(spool, '3');
    expect(await drainTexts(spool, A)).toEqual(['1', '3']);
  });
});

describe('createDiskSpool, of whose directory something is deleted', () => {
  it('copies the open segment back', async () => {
    const directory = freshDirectory();
    const { spool, lost } = await openSpool(directory);
    await put(spool, '1');
    for (const file of Object.keys(contentOf(directory))) unlinkSync(join(directory, file));
    await put(spool, '2');
    expect(await drainTexts(spool, A)).toEqual(['1', '2']);
    expect(lost()).toBe(0);
  });

  it('copies the open segment back over a file of another', async () => {
    const directory = freshDirectory();
    const { spool, lost } = await openSpool(directory);
    await put(spool, '1');
    for (const file of Object.keys(contentOf(directory))) {
      unlinkSync(join(directory, file));
      writeFileSync(join(directory, file), 'foreign');
    }
    await put(spool, '2');
    expect(await drainTexts(spool, A)).toEqual(['1', '2']);
    expect(lost()).toBe(0);
  });

  it.each([
    ['deleted', () => undefined],
    ['replaced', (path: string) => writeFileSync(path, '')],
  ])('locks the directory again before the next acknowledgement if its lock is %s', async (_, replace) => {
    const directory = freshDirectory();
    const { spool, states } = await openSpool(directory);
    await put(spool, '1');
    const lock = lockIn(directory);
    unlinkSync(lock);
    replace(lock);
    await put(spool, '2');
    expect(states.map(({ isUsable }) => isUsable)).toEqual([false, true]);
    await expect(createDiskSpool({ directory })).rejects.toBeInstanceOf(SpoolLockedError);
    expect(await drainTexts(spool, A)).toEqual(['1', '2']);
  });

  it('writes nothing to files that another process has opened since the lock was deleted', async () => {
    const directory = freshDirectory();
    const { spool } = await openSpool(directory);
    await put(spool, '1');
    unlinkSync(lockIn(directory));
    const other = await openSpool(directory);
    const before = contentOf(directory);
    await expect(put(spool, '2')).rejects.toBeInstanceOf(SpoolLockedError);
    await spool.close();
    expect(contentOf(directory)).toEqual(before);
    expect(await drainTexts(other.spool, A)).toEqual(['1']);
  });
});

describe('createDiskSpool, whose directory is another one', () => {
  (CAN_REACH ? it : it.skip)('takes everything along if it was renamed', async () => {
    const directory = freshDirectory();
    const { spool, lost } = await openSpool(directory, { maxSegmentBytes: 3_000 });
    const texts = await fill(spool, 100);
    renameSync(directory, `${directory}-renamed`);
    await put(spool, 'after');
    expect(await drainTexts(spool, A)).toEqual([...texts, 'after']);
    expect(lost()).toBe(0);
  });

  (CAN_MOUNT ? it : it.skip)('takes everything along if a disk was mounted over it', async () => {
    const directory = freshDirectory();
    const { spool, lost } = await openSpool(directory, { maxSegmentBytes: 3_000 });
    const texts = await fill(spool, 100);
    mount(directory);
    try {
      await put(spool, 'after');
      expect(await drainTexts(spool, A)).toEqual([...texts, 'after']);
      expect(lost()).toBe(0);
      await spool.close();
    } finally {
      spawnSync('umount', ['-l', directory]);
    }
  });

  (CAN_MOUNT ? it : it.skip)('says that it cannot be written to, delivers, and recovers', async () => {
    const directory = freshDirectory();
    const first = await openSpool(directory);
    await put(first.spool, '1');
    await first.spool.close();
    const { spool, state } = await openSpool(directory);
    // The directory itself is mounted read-only: the system refuses this while files in it are open.
    spawnSync('mount', ['--bind', directory, directory]);
    spawnSync('mount', ['-o', 'remount,bind,ro', directory]);
    try {
      expect(await state(false)).toEqual({
        isUsable: false,
        detail: `${directory} cannot be written (EROFS)`,
      });
      expect(spool.isUsable()).toBe(false);
      await expect(put(spool, '2')).rejects.toMatchObject({ code: 'EROFS' });
      expect(await drainTexts(spool, A)).toEqual(['1']);
    } finally {
      spawnSync('umount', ['-l', directory]);
    }
    await state(true);
    await put(spool, '3');
    expect(await drainTexts(spool, A)).toEqual(['3']);
  });
});

describe('createDiskSpool, whose clock jumps', () => {
  const DAYS = 3 * 86_400_000;

  it.each([[-DAYS], [DAYS]])('keeps the order over %d ms, also when it is opened again', async (jumpMs) => {
    const directory = freshDirectory();
    const now = Date.now();
    const clock = jest.spyOn(Date, 'now').mockReturnValue(now);
    try {
      for (const [at, text] of [
        [now, '1'],
        [now + jumpMs, '2'],
        [now, '3'],
      ] as const) {
        clock.mockReturnValue(at);
        const { spool } = await openSpool(directory, { maxSegmentBytes: 1 });
        await put(spool, `${text}a`);
        clock.mockReturnValue(at - jumpMs);
        await put(spool, `${text}b`);
        await spool.close();
      }
      const { spool } = await openSpool(directory);
      expect(await drainTexts(spool, A)).toEqual(['1a', '1b', '2a', '2b', '3a', '3b']);
    } finally {
      clock.mockRestore();
    }
  });

  /** A wall clock that can be set, while the uptime of the system continues. */
  const withClock = async (work: (set: (byMs: number) => void) => Promise<void>): Promise<void> => {
    const real = Date.now.bind(Date);
    let setMs = 0;
    const clock = jest.spyOn(Date, 'now').mockImplementation(() => real() + setMs);
    try {
      await work((byMs) => (setMs += byMs));
    } finally {
      clock.mockRestore();
    }
  };
  const putNow = (spool: DiskSpool, body: Parameters<DiskSpool['append']>[0]['body']): Promise<void> =>
    spool.append({ dsn: A, receivedAt: Date.now(), fields: {}, body });
  const agesOf = async (spool: DiskSpool): Promise<number[]> => {
    const ages: number[] = [];
    for (;;) {
      const entry = await spool.peek(A);
      if (entry === undefined) return ages;
      // In minutes, because the test takes less than one.
      ages.push(Math.round((Date.now() - entry.receivedAt) / 60_000) + 0);
      await spool.remove(A);
    }
  };

  const onLinux = CAN_REACH ? it : it.skip;
  onLinux.each([
    ['forward', DAYS],
    ['back', -DAYS],
  ])('dates envelopes right if the clock is set %s while it runs and again before it is opened', (_, byMs) =>
    withClock(async (set) => {
      const directory = freshDirectory();
      const first = await openSpool(directory);
      await putNow(first.spool, Buffer.from('in a batch'));
      set(byMs);
      await putNow(first.spool, Buffer.from('after that'));
      await putNow(first.spool, inChunks(Buffer.alloc(3_000_000), 'streamed'));
      await first.spool.close();
      set(byMs);
      const { spool } = await openSpool(directory);
      expect(await agesOf(spool)).toEqual([0, 0, 0]);
    }),
  );

  onLinux.each<[string, (directory: string) => Promise<DiskSpool>]>([
    [
      'the ledger is lost, as by a crash within 10 ms',
      async (directory) => {
        unlinkSync(join(directory, 'spool.ledger'));
        return (await openSpool(directory)).spool;
      },
    ],
    [
      'another process takes the envelopes over',
      async (directory) => (await openSpool(freshDirectory(), { adopt: [directory] })).spool,
    ],
  ])('dates envelopes right if the clock was set forward and %s', (_, open) =>
    withClock(async (set) => {
      const directory = freshDirectory();
      const first = await openSpool(directory);
      await putNow(first.spool, Buffer.from('1'));
      await first.spool.close();
      set(DAYS);
      expect(await agesOf(await open(directory))).toEqual([0]);
    }),
  );

  it.each<[string, (marker: Buffer) => Buffer]>([
    ['after a start of the system', (marker) => encodeHeader(marker, { boot: 1, aheadMs: 0 })],
    ['if the header does not say how it stood', (marker) => encodeHeader(marker, undefined)],
  ])('goes by the wall clock alone %s', (_, header) =>
    withClock(async (set) => {
      const directory = freshDirectory();
      const first = await openSpool(directory);
      await putNow(first.spool, Buffer.from('1'));
      await first.spool.close();
      const [name = ''] = readdirSync(directory).filter((file) => file.endsWith('.spool'));
      const bytes = readFileSync(join(directory, name));
      header(Buffer.from(name.slice(17, 33), 'hex')).copy(bytes);
      writeFileSync(join(directory, name), bytes);
      set(DAYS);
      const { spool } = await openSpool(directory);
      expect(await agesOf(spool)).toEqual([DAYS / 60_000]);
    }),
  );
});
