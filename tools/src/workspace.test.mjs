import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { workspaceRoot } from './workspace-root.mjs';

const ROOT = workspaceRoot();
const readJson = (path) => JSON.parse(readFileSync(join(ROOT, path), 'utf8'));

function sourceFiles(folder) {
  return readdirSync(join(ROOT, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    return entry.isDirectory() ? sourceFiles(path) : [path];
  });
}
const isTest = (path) => /\.test\.tsx?$/.test(path);

const LIBRARIES = readdirSync(join(ROOT, 'libs'));
const PUBLISHED = LIBRARIES.filter((name) => !readJson(`libs/${name}/package.json`).private);
/** The packages that applications use. `common` is for libraries; `codebase`, `setup`, `doctor` and `nx-plugin` are for tools. */
const FOR_APPLICATIONS = PUBLISHED.filter(
  (name) => !['common', 'codebase', 'setup', 'doctor', 'nx-plugin'].includes(name),
);

it('S34 the workspace has its folders and files at the top level', () => {
  const names = ['apps', 'libs', 'tools', 'nx.json', 'package.json', 'tsconfig.base.json', 'jest.preset.js'];

  expect(names.filter((name) => !existsSync(join(ROOT, name)))).toEqual([]);
});

it('S35 it is built with the specified tools, in TypeScript', () => {
  const { devDependencies } = readJson('package.json');
  const tools = [
    'nx',
    '@nx/next',
    '@nx/js',
    'next',
    'react',
    'react-dom',
    '@sentry/nextjs',
    '@sentry/core',
    'jest',
  ];

  expect(Object.keys(devDependencies)).toEqual(
    expect.arrayContaining([...tools, '@playwright/test', 'typescript']),
  );
  const untyped = ['apps', 'libs'].flatMap((folder) =>
    sourceFiles(folder).filter(
      (path) => /\/src\/.*\.[cm]?jsx?$/.test(path) && !path.includes('node_modules'),
    ),
  );
  expect(untyped).toEqual([]);
});

/** The packages below and above the tunnel, which an application gets with it. */
const OF_THE_TUNNEL = ['envelope', 'spool', 'operations', 'policy'];
/** Imports beside `@adit/common`, which each library may have. */
const ALLOWED = { 'monitoring-config': ['policy'] };

it('S36 the app consumes the libraries, and a library knows no app and lower libraries alone', () => {
  const { dependencies } = readJson('apps/web/package.json');
  expect(Object.keys(dependencies)).toEqual(
    expect.arrayContaining(
      FOR_APPLICATIONS.filter((name) => ![...OF_THE_TUNNEL, 'kits'].includes(name)).map(
        (name) => `@adit/${name}`,
      ),
    ),
  );

  // The kit and the plugin combine them; other libraries do not import each other. The tunnel's packages, and those of the
  // set-up, are layers, which Nx checks.
  const layered = ['next', 'kits', 'nx-plugin', 'setup', 'doctor', 'tunnel', ...OF_THE_TUNNEL];
  const imports = PUBLISHED.filter((name) => !layered.includes(name))
    .flatMap((name) => sourceFiles(`libs/${name}/src`))
    .filter((path) => !isTest(path) && !/\.(contract|helper)\./.test(path))
    .filter((path) => {
      const allowed = ['common', ...(ALLOWED[path.split('/')[1]] ?? [])].join('|');
      const forbidden = `^(?:import|export|\\})[^=\`]* from '(?:@adit/(?!(?:${allowed})['/])|.*apps/)`;
      return new RegExp(forbidden, 'm').test(readFileSync(join(ROOT, path), 'utf8'));
    });
  expect(imports).toEqual([]);
});

it('each library depends on the version of @adit/common that it is released with', () => {
  const { version } = readJson('libs/common/package.json');
  const importing = FOR_APPLICATIONS.filter((name) =>
    sourceFiles(`libs/${name}/src`).some((path) =>
      /from '@adit\/common['/]/.test(readFileSync(join(ROOT, path), 'utf8')),
    ),
  );
  const declared = FOR_APPLICATIONS.filter(
    (name) => readJson(`libs/${name}/package.json`).dependencies?.['@adit/common'] === version,
  );

  expect(importing.length).toBeGreaterThan(2);
  expect(declared).toEqual(importing);
});

it('S37 each library has unit tests of its own', () => {
  const untested = LIBRARIES.filter((name) => !sourceFiles(`libs/${name}/src`).some(isTest));

  expect(untested).toEqual([]);
});

it('a test that reads a document is named readme.*, so that the target `readme` runs it and `test` does not', () => {
  const tests = ['libs', 'apps']
    .flatMap((folder) => sourceFiles(folder))
    .filter((path) => isTest(path) && !path.includes('node_modules'));
  // The site consists of documents, so all its tests read them. `AGENTS.md` is a file of applications.
  const reading = tests.filter(
    (path) =>
      !path.startsWith('apps/docs/') && /(?<!AGENTS)\.md['"`]/.test(readFileSync(join(ROOT, path), 'utf8')),
  );
  const named = tests.filter((path) => /\/readme\.[^/]+$/.test(path));
  const projects = new Set(named.map((path) => path.split('/').slice(0, 2).join('/')));
  const { test, readme } = readJson('nx.json').targetDefaults;

  expect(named.length).toBeGreaterThan(8);
  expect(reading.filter((path) => !named.includes(path))).toEqual([]);
  expect([...projects].filter((project) => !readJson(`${project}/package.json`).nx.targets?.readme)).toEqual(
    [],
  );
  expect(test.options.args.join(' ')).toContain('|/readme');
  // `npm test` sums the report of either.
  const sum = readFileSync(join(ROOT, 'tools/src/test.mjs'), 'utf8');
  for (const report of [...test.outputs, ...readme.outputs])
    expect(sum).toContain(`'${report.replace('{projectRoot}/', '')}'`);
});

it.each([
  ['chunk', /missing scripts?\b/i],
  ['full page load', /full-page|document loads?\b/i],
  ['ingest', /Sentry (?:is unavailable|cannot take|is unreachable)/],
  ['newer build', /newer deployment/i],
  ['settings', /description of (?:an|this|the) (?:application|server)/i],
  ['tunnel path', /tunnel route|tunnel's path|path of the tunnel/i],
  ['NEXT_PUBLIC_SENTRY_RELEASE', /NEXT_PUBLIC_RELEASE/],
])('the documents for users say "%s", and no other word for it', (_name, others) => {
  const documents = execFileSync('git', ['ls-files', '*README.md', 'libs/*/docs/*.md', 'apps/*/docs/*.md'], {
    cwd: ROOT,
    encoding: 'utf8',
  });
  const paths = documents.trim().split('\n');

  expect(paths.length).toBeGreaterThan(20);
  expect(paths.filter((path) => others.test(readFileSync(join(ROOT, path), 'utf8')))).toEqual([]);
});

it('pins the same version wherever a dependency is named twice', () => {
  const root = readJson('package.json').devDependencies;
  const apps = ['web', 'tunnel-server', 'cli'].map(
    (name) => readJson(`apps/${name}/package.json`).dependencies,
  );
  const different = apps.flatMap((dependencies) =>
    Object.entries(dependencies).filter(([name, version]) => name in root && root[name] !== version),
  );

  expect(different).toEqual([]);
});

it('rebuilds when any variable changes that may provide the release', () => {
  const { namedInputs } = readJson('nx.json');
  const read = (file) => readFileSync(join(ROOT, 'libs/monitoring-config/src', file), 'utf8');
  const commits = [...read('platforms/platforms.ts').matchAll(/commits: \[[^\]]*\]/g)].join();
  const names = `${read('release.ts')}${commits}`.matchAll(/'([A-Z][A-Z0-9_]{4,})'/g);
  const variables = new Set([...names].map(([, name]) => name));

  expect(variables.size).toBeGreaterThan(10);
  expect(new Set(namedInputs.buildEnvironment.map(({ env }) => env))).toEqual(variables);
});

it('has every file and folder that its documents link to', () => {
  // The build of the site checks links to generated pages, which begin with a slash.
  const documents = execFileSync('git', ['ls-files', '*.md'], { cwd: ROOT, encoding: 'utf8' })
    .trim()
    .split('\n');
  const links = documents.flatMap((document) =>
    [...readFileSync(join(ROOT, document), 'utf8').matchAll(/\]\((?!https?:|#|\/)([^)#\s]+)/g)].map(
      ([, target]) => join(dirname(document), target),
    ),
  );

  expect(links.length).toBeGreaterThan(5);
  expect(links.filter((target) => !existsSync(join(ROOT, target)))).toEqual([]);
});

it('has a source for every compiled file that its tools load by path', () => {
  const loads = execFileSync('git', ['grep', '-hoE', "importFrom\\('[^']+/dist/[^']+'", '--', 'tools'], {
    cwd: ROOT,
    encoding: 'utf8',
  });
  const sources = [...loads.matchAll(/'([^']+)'/g)].map(([, path]) =>
    path.replace('/dist/', '/src/').replace(/\.js$/, '.ts'),
  );

  expect(sources.length).toBeGreaterThan(5);
  expect(sources.filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
});

/** The files that a text names in code, for which no path of `paths` has the same end. */
const goneFiles = (text, paths) =>
  [...text.matchAll(/`([\w/-]+\.(?:ts|tsx))`/g)]
    .map(([, name]) => name)
    .filter((name) => !paths.some((path) => path.endsWith(`/${name}`)));

it('INTERNALS.md of a library names only files that are there, its own or those of libraries below', () => {
  const paths = sourceFiles('libs');
  const documents = execFileSync('git', ['ls-files', 'libs/*/INTERNALS.md'], { cwd: ROOT, encoding: 'utf8' });
  const texts = documents
    .trim()
    .split('\n')
    .map((path) => readFileSync(join(ROOT, path), 'utf8'));

  expect(texts.join('').match(/`[\w/-]+\.tsx?`/g).length).toBeGreaterThan(20);
  expect(texts.flatMap((text) => goneFiles(text, paths))).toEqual([]);
  expect(goneFiles('see `stores/gone.ts` and `stores.ts`', paths)).toEqual(['stores/gone.ts']);
});

/** Everything that npm publishes. */
const PACKAGES = ['apps', 'libs']
  .flatMap((folder) => readdirSync(join(ROOT, folder)).map((name) => `${folder}/${name}`))
  .filter((path) => !readJson(`${path}/package.json`).private);

it('each published package is public and has the target `package-check`, by which a release builds it', () => {
  const manifests = PACKAGES.map((path) => readJson(`${path}/package.json`));

  expect(manifests.length).toBeGreaterThan(8);
  expect(manifests.filter(({ publishConfig }) => publishConfig?.access !== 'public')).toEqual([]);
  expect(manifests.filter(({ nx }) => !nx.targets['package-check']).map(({ name }) => name)).toEqual([]);
});

/** The Markdown files of a package and the relative links in them. */
function linksOf(project) {
  const { files } = readJson(`${project}/package.json`);
  const documents = [
    'README.md',
    ...readdirSync(join(ROOT, project)).filter((name) => /^[A-Z]+\.md$/.test(name)),
  ];
  const inDocs = existsSync(join(ROOT, project, 'docs')) ? sourceFiles(`${project}/docs`) : [];
  const paths = new Set([
    ...documents.map((name) => `${project}/${name}`),
    ...inDocs.filter((path) => path.endsWith('.md')),
  ]);
  const isPacked = (path) =>
    files.some((name) => path === `${project}/${name}` || path.startsWith(`${project}/${name}/`));
  return [...paths].filter(isPacked).flatMap((path) =>
    [...readFileSync(join(ROOT, path), 'utf8').matchAll(/\]\((?!https?:|#)([^)#\s]+)/g)].map(([, link]) => {
      const target = join(dirname(path), link);
      return { link: `${path}: ${link}`, isPacked: isPacked(target) && existsSync(join(ROOT, target)) };
    }),
  );
}

it('a packed Markdown file links only to files that are packed too, and each package has its licence', () => {
  const links = PACKAGES.flatMap(linksOf);

  expect(links.length).toBeGreaterThan(10);
  expect(links.filter(({ isPacked }) => !isPacked).map(({ link }) => link)).toEqual([]);
  expect(PACKAGES.filter((path) => !readJson(`${path}/package.json`).files.includes('LICENSE'))).toEqual([]);
  expect(PACKAGES.filter((path) => !existsSync(join(ROOT, path, 'LICENSE')))).toEqual([]);
});
