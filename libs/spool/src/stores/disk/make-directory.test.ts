import { mkdirSync, mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeDirectory } from './make-directory.ts';

const root = mkdtempSync(join(tmpdir(), 'adit-make-'));
afterAll(() => {
  rmSync(root, { recursive: true, force: true });
});

describe('makeDirectory', () => {
  it('creates missing parents, all for this user only, and says which', async () => {
    const [a, b, c] = [join(root, 'a'), join(root, 'a/b'), join(root, 'a/b/c')] as const;

    expect(await makeDirectory(c)).toEqual([c, b, a]);
    expect([a, b, c].map((path) => statSync(path).mode & 0o777)).toEqual([0o700, 0o700, 0o700]);
  });

  it('creates nothing if the directory exists, also behind a link', async () => {
    const [existing, link] = [join(root, 'existing'), join(root, 'link')] as const;
    mkdirSync(existing);
    symlinkSync(existing, link);

    expect(await makeDirectory(existing)).toEqual([]);
    expect(await makeDirectory(link)).toEqual([]);
    expect(await makeDirectory('/')).toEqual([]);
  });

  it('creates a directory that two ask for at the same time', async () => {
    const path = join(root, 'both/of/them');

    expect((await Promise.all([makeDirectory(path), makeDirectory(path)])).flat().sort()).toEqual([
      join(root, 'both'),
      join(root, 'both/of'),
      path,
    ]);
  });

  it('rejects a file, a directory in a file, and a broken link', async () => {
    const [file, link] = [join(root, 'file'), join(root, 'broken')] as const;
    writeFileSync(file, '');
    symlinkSync(join(root, 'nowhere'), link);

    await expect(makeDirectory(file)).rejects.toMatchObject({ code: 'EEXIST' });
    await expect(makeDirectory(join(file, 'in/it'))).rejects.toMatchObject({ code: 'ENOTDIR' });
    await expect(makeDirectory(link)).rejects.toMatchObject({ code: 'EEXIST' });
    await expect(makeDirectory(join(link, 'in/it'))).rejects.toMatchObject({ code: 'EEXIST' });
  });

  (process.platform === 'linux' ? it : it.skip)(
    'rejects a directory in /proc, where the recursive mkdir of Node 20 never returns',
    async () => {
      await expect(makeDirectory('/proc/adit/spool')).rejects.toMatchObject({ code: 'ENOENT' });
    },
  );
});
