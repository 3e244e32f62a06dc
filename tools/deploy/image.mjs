// Builds the image of the tunnel server without a registry: with Debian's buildah, on a base made from this machine's
// Node.
import { execFileSync, spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { ROOT } from '../src/projects.mjs';
import { billOf } from '../src/sbom.mjs';

const CONTAINERFILE = join(ROOT, 'apps/tunnel-server/Containerfile');

/** The user of distroless images. */
export const USER = 65_532;

/** The image's folders, as the last stage of the Containerfile copies them from `/image`. */
const BUILT = [
  'libs/common',
  'libs/envelope',
  'libs/spool',
  'libs/tunnel',
  'libs/operations',
  'libs/policy',
  'apps/tunnel-server',
];

const CERTIFICATES = '/etc/ssl/certs/ca-certificates.crt';

const storageIn = (folder, driver) => [
  '--storage-driver',
  driver,
  '--root',
  join(folder, driver, 'root'),
  '--runroot',
  join(folder, driver, 'run'),
];

/** Commands of buildah and podman with separate storage below a folder. */
export function createEngine(folder) {
  const works = (driver) => spawnSync('buildah', [...storageIn(folder, driver), 'info']).status === 0;
  // `vfs` copies the whole image for each container, and works everywhere.
  const storage = storageIn(folder, works('overlay') ? 'overlay' : 'vfs');
  const call = (command, args) =>
    execFileSync(command, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
  // runc, because crun refuses a machine with cgroups of both versions.
  const podmanFlags = [
    '--runtime',
    'runc',
    '--cgroup-manager',
    'cgroupfs',
    '--events-backend',
    'none',
    ...storage,
  ];
  return {
    podmanFlags,
    buildah: (...args) => call('buildah', [...storage, ...args]),
    podman: (...args) => call('podman', [...podmanFlags, ...args]),
    /** Ends the containers, and removes everything below the folder. */
    close: () => {
      call('podman', [...podmanFlags, 'rm', '--all', '--force', '--time', '0']);
      const mounts = readFileSync('/proc/mounts', 'utf8').split('\n');
      for (const [, place] of mounts.map((line) => line.split(' ')).reverse())
        if (place?.startsWith(`${folder}/`)) call('umount', [place]);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** The shared libraries of a program, and the program that loads them. */
const librariesOf = (program) => [
  ...new Set(execFileSync('ldd', [program], { encoding: 'utf8' }).match(/\/\S+/g) ?? []),
];

/** Creates a base like distroless images: Node in `/nodejs/bin`, its libraries, certificates, a user, and no shell. */
function layOutBase(folder) {
  const node = realpathSync(process.execPath);
  mkdirSync(join(folder, 'nodejs/bin'), { recursive: true });
  cpSync(node, join(folder, 'nodejs/bin/node'));
  for (const library of librariesOf(node).filter((path) => path !== node && !path.endsWith(':'))) {
    mkdirSync(join(folder, dirname(library)), { recursive: true });
    cpSync(realpathSync(library), join(folder, library));
  }
  mkdirSync(join(folder, 'etc/ssl/certs'), { recursive: true });
  if (existsSync(CERTIFICATES)) cpSync(CERTIFICATES, join(folder, CERTIFICATES));
  writeFileSync(
    join(folder, 'etc/passwd'),
    `root:x:0:0:root:/root:/sbin/nologin\nnonroot:x:${USER}:${USER}:nonroot:/home/nonroot:/sbin/nologin\n`,
  );
  writeFileSync(join(folder, 'etc/group'), `root:x:0:\nnonroot:x:${USER}:\n`);
  mkdirSync(join(folder, 'tmp'), { mode: 0o1777 });
}

/** Installs the server's dependencies with the command of the Containerfile's stage. */
function installDependencies(folder) {
  const text = readFileSync(CONTAINERFILE, 'utf8');
  const [, files = ''] = /AS sources\n([\s\S]*?)\nFROM/.exec(text) ?? [];
  for (const [, paths] of files.matchAll(/^COPY (.+)$/gm)) {
    const sources = paths.split(' ');
    const target = join(folder, sources.pop());
    mkdirSync(target, { recursive: true });
    for (const source of sources) cpSync(join(ROOT, source), join(target, source.split('/').at(-1)));
  }
  const [, command = ''] = /AS dependencies\nRUN npm (.+)/.exec(text) ?? [];
  const args = [...command.split(' '), '--prefer-offline', '--no-audit', '--no-fund'];
  execFileSync('npm', args, { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] });
}

/** Creates the output of the Containerfile's stage `image` from the built workspace. */
function layOutImage(folder, scratch) {
  installDependencies(scratch);
  cpSync(join(scratch, 'node_modules'), join(folder, 'app/node_modules'), {
    recursive: true,
    verbatimSymlinks: true,
  });
  for (const project of BUILT) {
    mkdirSync(join(folder, 'app', project), { recursive: true });
    for (const part of ['package.json', 'dist'])
      cpSync(join(ROOT, project, part), join(folder, 'app', project, part), { recursive: true });
  }
  mkdirSync(join(folder, 'sbom'));
  writeFileSync(join(folder, 'sbom/adit-tunnel.cdx.json'), billOf(['apps/tunnel-server'], ['dev']));
  mkdirSync(join(folder, 'state/spool'), { recursive: true, mode: 0o700 });
}

/**
 * Builds the image and returns its name. The workspace must be built. The stages that compile are replaced by the workspace's
 * own build; the last stage is the Containerfile's.
 */
export function buildImage(engine, folder) {
  const context = mkdtempSync(join(folder, 'context-'));
  layOutBase(join(context, 'base'));
  layOutImage(join(context, 'image'), mkdtempSync(join(folder, 'install-')));
  const build = (name, file) =>
    engine.buildah(
      'build',
      '--isolation',
      'chroot',
      '--format',
      'docker',
      '--file',
      file,
      '--tag',
      `localhost/${name}`,
      context,
    );
  const [, lastStage] = /\n(FROM \$\{RUNTIME\}\n[\s\S]*)$/.exec(readFileSync(CONTAINERFILE, 'utf8')) ?? [];
  const files = {
    base: 'FROM scratch\nCOPY base /\n',
    built: 'FROM scratch\nCOPY image /image\n',
    tunnel: `FROM localhost/adit-built AS image\n${lastStage.replace('${RUNTIME}', 'localhost/adit-base')}`,
  };
  for (const [name, text] of Object.entries(files)) {
    const file = join(context, `${name}.containerfile`);
    writeFileSync(file, text);
    build(`adit-${name}`, file);
  }
  rmSync(context, { recursive: true });
  return 'localhost/adit-tunnel';
}
