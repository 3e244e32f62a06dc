import { open, type FileHandle } from 'node:fs/promises';
import { basename } from 'node:path';
import type { OpenFile } from '../../src/stores/disk/files.ts';

/** An operation that can be made to fail. */
export type FileOperation = 'open' | 'write' | 'read' | 'datasync' | 'sync' | 'truncate';

/** A real disk that fails on command. */
export interface FailingDisk {
  readonly openFile: OpenFile;
  /** Room left for new bytes; a write beyond it is cut short, the next one fails with ENOSPC. */
  freeBytes: number;
  /** The operations that fail, with the error code of each. */
  readonly failures: Map<FileOperation, string>;
  /** Awaited before each operation. */
  before: (operation: FileOperation, file: string) => unknown;
}

/** Creates a {@link FailingDisk} without a failure. */
export function createFailingDisk(): FailingDisk {
  const disk: FailingDisk = {
    openFile: (async (path: string, flags: string, mode?: number) => {
      await check('open', path);
      return watch(await open(path, flags, mode), path);
    }) as OpenFile,
    freeBytes: Infinity,
    failures: new Map(),
    before: () => undefined,
  };

  const check = async (operation: FileOperation, path: string): Promise<void> => {
    await disk.before(operation, basename(path));
    const code = disk.failures.get(operation);
    if (code !== undefined) throw Object.assign(new Error(`${code}: ${operation}`), { code });
  };

  const watch = (handle: FileHandle, path: string): FileHandle => {
    const checked =
      (operation: FileOperation, work: (...args: never[]) => Promise<unknown>) =>
      async (...args: never[]): Promise<unknown> => {
        await check(operation, path);
        return work.apply(handle, args);
      };
    const write = async (bytes: Uint8Array, offset: number, length: number, at: number): Promise<unknown> => {
      await check('write', path);
      const grows = at + length > (await handle.stat()).size;
      if (grows && disk.freeBytes === 0) throw Object.assign(new Error('ENOSPC: write'), { code: 'ENOSPC' });
      const fitting = grows ? Math.min(length, disk.freeBytes) : length;
      if (grows) disk.freeBytes -= fitting;
      return handle.write(bytes, offset, fitting, at);
    };
    const stand: Partial<Record<string | symbol, unknown>> = {
      write,
      read: checked('read', handle.read),
      datasync: checked('datasync', handle.datasync),
      sync: checked('sync', handle.sync),
      truncate: checked('truncate', handle.truncate),
    };
    return new Proxy(handle, {
      get: (target, name) => {
        if (name in stand) return stand[name];
        const value: unknown = Reflect.get(target, name, target);
        return typeof value === 'function' ? (value as () => unknown).bind(target) : value;
      },
    });
  };
  return disk;
}
