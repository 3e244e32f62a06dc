import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { Script } from 'node:vm';

const ROOT = join(__dirname, '../../..');
const CONTAINERFILE = readFileSync(join(ROOT, 'apps/tunnel-server/Containerfile'), 'utf8');
const [, runtime = ''] = /FROM \$\{RUNTIME\}\nWORKDIR \/app\n([\s\S]*)$/.exec(CONTAINERFILE) ?? [];

interface Copy {
  readonly from: string | undefined;
  readonly sources: string[];
  readonly target: string;
}

const COPIES: Copy[] = [...CONTAINERFILE.matchAll(/^COPY (?:--from=(\S+) )?(?:--chown=\S+ )?(.+)$/gm)].map(
  ([, from, paths = '']) => {
    const sources = paths.split(' ');
    return { from, target: sources.pop()!, sources };
  },
);
const fromContext = COPIES.filter(({ from }) => from === undefined).flatMap(({ sources }) => sources);

/** Whether the build stage copies a folder of the workspace. */
const isCopied = (path: string): boolean =>
  fromContext.some((source) => source === path || path.startsWith(`${source}/`));

describe('the Containerfile', () => {
  it('copies only files that exist', () => {
    expect(fromContext.length).toBeGreaterThan(10);
    expect(fromContext.filter((source) => !existsSync(join(ROOT, source)))).toEqual([]);
  });

  it('copies files into folders, and folders under their own names', () => {
    const misplaced = COPIES.filter(({ from }) => from === undefined).filter(({ sources, target }) =>
      sources.some((source) =>
        statSync(join(ROOT, source)).isDirectory()
          ? target !== source
          : target !== './' && !source.startsWith(target),
      ),
    );

    expect(misplaced).toEqual([]);
  });

  it('copies the manifest of every workspace, which npm ci needs', () => {
    const manifests = ['apps', 'libs']
      .flatMap((folder) => readdirSync(join(ROOT, folder)).map((name) => `${folder}/${name}/package.json`))
      .filter((path) => existsSync(join(ROOT, path)));

    expect(
      [...manifests, 'tools/package.json', 'package.json', 'package-lock.json'].filter(
        (path) => !isCopied(path),
      ),
    ).toEqual([]);
  });

  it('copies every project that the server is built from', () => {
    const configs = ['apps/tunnel-server/tsconfig.app.json'];
    const needed = new Set<string>();
    for (const config of configs) {
      const { extends: base, references = [] } = JSON.parse(readFileSync(join(ROOT, config), 'utf8')) as {
        extends: string;
        references?: { path: string }[];
      };
      for (const path of [base, ...references.map((reference) => reference.path)]) {
        needed.add(join(config, '..', path));
      }
      configs.push(...[...needed].filter((path) => path.startsWith('libs') && !configs.includes(path)));
    }

    expect([...needed]).toContain('libs/common/tsconfig.lib.json');
    const missing = [...needed].filter((path) => !isCopied(path));
    expect(missing).toEqual([]);
  });

  it('copies the output of the build', () => {
    const built = COPIES.filter(({ from }) => from === 'build').flatMap(({ sources }) => sources);

    expect(built).toEqual(
      [
        ...['common', 'envelope', 'spool', 'tunnel', 'operations', 'policy'].flatMap((name) => [
          `libs/${name}/package.json`,
          `libs/${name}/dist`,
        ]),
        'apps/tunnel-server/package.json',
        'apps/tunnel-server/dist',
        'sbom.cdx.json',
      ].map((path) => `/workspace/${path}`),
    );
    expect(runtime).toContain('ENTRYPOINT ["/nodejs/bin/node", "apps/tunnel-server/dist/main.js"]');
  });

  it('runs as an unprivileged user, reachable, with one writable folder', () => {
    expect(runtime).toMatch(/^USER 65532:65532$/m);
    expect(runtime).toMatch(/^COPY --from=image --chown=65532:65532 \/image\/state \/var\/lib\/adit$/m);
    expect(runtime).toMatch(/HOST=0\.0\.0\.0/);
    expect(runtime).toMatch(/^VOLUME \/var\/lib\/adit$/m);
    expect(runtime).toMatch(/ADIT_SPOOL=disk:\/var\/lib\/adit\//);
    expect(runtime).toMatch(/ADIT_INSURANCE=disk:\/var\/lib\/adit\//);
    expect(runtime).not.toMatch(/ADIT_ADMIN_HOST=/);
  });

  it('takes its bases from arguments, and pins no digest that nobody looked up', () => {
    const stages = [...CONTAINERFILE.matchAll(/^FROM (\S+)/gm)].map(([, base]) => base);

    expect(stages).toEqual(['${BUILD}', 'sources', 'sources', '${BUILD}', '${RUNTIME}']);
    expect(CONTAINERFILE).toMatch(/^ARG RUNTIME=gcr\.io\/distroless\/nodejs24-debian13:nonroot$/m);
  });

  it('needs no secret', () => {
    expect(CONTAINERFILE).not.toMatch(/^(?:ARG|ENV) .*(?:TOKEN|DSN|SECRET|PASSWORD)/im);
    expect(CONTAINERFILE).not.toMatch(/--mount=type=secret/);
  });

  it('has a health check that node can run', () => {
    const [, check = '[]'] = /^HEALTHCHECK [^\n]*\n +CMD (\[.*\])$/m.exec(runtime) ?? [];
    const [command, flag, script] = JSON.parse(check) as string[];

    expect([command, flag]).toEqual(['/nodejs/bin/node', '-e']);
    expect(() => new Script(script!)).not.toThrow();
  });
});
