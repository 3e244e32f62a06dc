// The repositories of the matrix. Each is made by the field's own tools from the registry, then changed as a team would have.
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

export function run(command, args, cwd, { env = process.env, mayFail = false, input } = {}) {
  const started = process.hrtime.bigint();
  const { status, stdout, stderr } = spawnSync(command, args, {
    cwd,
    env,
    input: input ?? '',
    encoding: 'utf8',
    maxBuffer: 256 * 1024 * 1024,
  });
  const printed = `${stdout}${stderr}`;
  if (status !== 0 && !mayFail)
    throw new Error(
      `${[command, ...args].join(' ')} ended with ${status} in ${cwd}:\n${printed.slice(-6_000)}`,
    );
  return { status, printed, stdout, seconds: Number(process.hrtime.bigint() - started) / 1e9 };
}

const write = (folder, path, text) => {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), text);
};
const readJson = (folder, path) => JSON.parse(readFileSync(join(folder, path), 'utf8'));
const writeJson = (folder, path, value) => write(folder, path, `${JSON.stringify(value, null, 2)}\n`);

/** Next's own tool. `flags` are those that differ from: TypeScript, App Router, no `src`, no Tailwind, npm. */
function createNextApp(folder, flags = [], version = '16') {
  const has = (flag) => flags.includes(flag);
  const args = [
    ['--js', '--ts'],
    ['--no-app', '--app'],
    ['--src-dir', '--no-src-dir'],
    ['--tailwind', '--no-tailwind'],
  ].map(([other, usual]) => (has(other) ? other : usual));
  const always = [
    '--no-eslint',
    '--import-alias',
    '@/*',
    '--use-npm',
    '--skip-install',
    '--disable-git',
    '--yes',
  ];
  if (version === '16') always.push('--no-agents-md');
  mkdirSync(dirname(folder), { recursive: true });
  const bundler = version === '15' ? ['--no-turbopack'] : [];
  run(
    'npx',
    ['-y', `create-next-app@${version}`, basename(folder), ...args, ...bundler, ...always],
    dirname(folder),
  );
}

/** A package of Sentry's SDK for another host is not in every registry in each version; Next never loads it. */
const PINNED = { '@sentry/cloudflare': '11.0.0' };

function pin(folder, manager) {
  const manifest = readJson(folder, 'package.json');
  if (manager === 'pnpm') {
    const file = join(folder, 'pnpm-workspace.yaml');
    const lines = Object.entries(PINNED).map(([name, version]) => `  '${name}': ${version}\n`);
    writeFileSync(file, `${readFileSync(file, 'utf8')}\noverrides:\n${lines.join('')}`);
  } else writeJson(folder, 'package.json', { ...manifest, overrides: { ...manifest.overrides, ...PINNED } });
}

/** Where the application throws when the matrix asks it to. */
export const FAILING_PATH = '/api/matrix-error';
export const SERVER_ERROR = 'The server of the matrix failed';

function addFailingRoute(folder, flags) {
  const base = flags.includes('--src-dir') ? 'src/' : '';
  const ending = flags.includes('--js') ? 'js' : 'ts';
  if (flags.includes('--no-app'))
    write(
      folder,
      `${base}pages${FAILING_PATH}.${ending}`,
      `export default function handler() {\n  throw new Error('${SERVER_ERROR}');\n}\n`,
    );
  else
    write(
      folder,
      `${base}app${FAILING_PATH}/route.${ending}`,
      `import { connection } from 'next/server';

export async function GET() {
  await connection();
  throw new Error('${SERVER_ERROR}');
}
`,
    );
}

const nextApp =
  (flags = [], { version, change = () => {} } = {}) =>
  (folder) => {
    createNextApp(folder, flags, version);
    addFailingRoute(folder, flags);
    change(folder);
    pin(folder, 'npm');
    return { applications: [''] };
  };

const withConfig = (name, text) => (folder) => {
  for (const file of readdirSync(folder).filter((file) => file.startsWith('next.config.')))
    rmSync(join(folder, file));
  write(folder, name, text);
};

const OWN_INSTRUMENTATION = `import type { Instrumentation } from 'next';

export async function register() {
  console.log('own register of', process.env.NEXT_RUNTIME);
}

export const onRequestError: Instrumentation.onRequestError = (error, request) => {
  console.log('own onRequestError', request.path, error instanceof Error ? error.message : error);
};
`;
const NARROW_INSTRUMENTATION = `export function register(): void {
  console.log('own register');
}

export async function onRequestError(error: Error & { digest?: string }, request: { path: string; method: string }) {
  console.log('own onRequestError', request.path, error.message);
}
`;

/** Files of Sentry's wizard for this application: written by the wizard itself, see wizard.mjs. */
const withWizard = (version, flags, options) => {
  const make = nextApp(flags, options);
  return (folder) => ({ ...make(folder), wizard: version, convert: true });
};

/** A monorepo of one application and one package that it imports. */
function monorepo(folder, { manager, workspaces, extra = () => {} }) {
  const app = join(folder, 'apps/shop');
  createNextApp(app, ['--src-dir']);
  addFailingRoute(app, ['--src-dir']);
  write(folder, '.gitignore', 'node_modules\n.next\nnext-env.d.ts\n.turbo\n');
  writeJson(folder, 'package.json', {
    name: 'shops',
    private: true,
    version: '1.0.0',
    ...(workspaces && { workspaces }),
  });
  writeJson(folder, 'packages/money/package.json', {
    name: '@shops/money',
    version: '1.0.0',
    main: 'index.js',
    type: 'module',
  });
  write(folder, 'packages/money/index.js', 'export const price = (cents) => (cents / 100).toFixed(2);\n');
  extra(folder, app);
  pin(folder, manager);
  return { applications: ['apps/shop'], manager };
}

const pnpmWorkspace = (folder) =>
  monorepo(folder, {
    manager: 'pnpm',
    extra: (root, app) => {
      const manifest = readJson(app, 'package.json');
      const { next, react } = manifest.dependencies;
      write(
        root,
        'pnpm-workspace.yaml',
        `packages:\n  - 'apps/*'\n  - 'packages/*'\n\n# One version of each for everyone\ncatalog:\n  next: ${next}\n  react: ${react}\n  react-dom: ${react}\n`,
      );
      Object.assign(manifest.dependencies, {
        next: 'catalog:',
        react: 'catalog:',
        'react-dom': 'catalog:',
        '@shops/money': 'workspace:*',
      });
      writeJson(app, 'package.json', manifest);
    },
  });

const turborepo = (folder) =>
  monorepo(folder, {
    manager: 'npm',
    workspaces: ['apps/*', 'packages/*'],
    extra: (root, app) => {
      writeJson(root, 'turbo.json', { tasks: { build: { dependsOn: ['^build'], outputs: ['.next/**'] } } });
      const manifest = readJson(app, 'package.json');
      manifest.dependencies['@shops/money'] = '*';
      writeJson(app, 'package.json', manifest);
      writeJson(root, 'package.json', {
        ...readJson(root, 'package.json'),
        packageManager: `npm@${run('npm', ['--version'], root).stdout.trim()}`,
      });
    },
  });

/** `create-nx-workspace` with its Next preset; more applications by `@nx/next`'s own generator. */
const nxWorkspace = (names) => (folder) => {
  mkdirSync(dirname(folder), { recursive: true });
  const [first, ...others] = names;
  run(
    'npx',
    [
      ...['-y', 'create-nx-workspace@23', basename(folder), '--preset=next', `--appName=${first}`],
      ...[
        '--style=css',
        '--nextAppDir=true',
        '--nextSrcDir=true',
        '--e2eTestRunner=none',
        '--unitTestRunner=none',
      ],
      ...[
        '--linter=none',
        '--formatter=none',
        '--nxCloud=skip',
        '--ci=skip',
        '--skipGit',
        '--packageManager=npm',
        '--interactive=false',
        '--aiAgents=none',
      ],
    ],
    dirname(folder),
  );
  const applications = readdirSync(join(folder, 'apps'), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => `apps/${entry.name}`);
  for (const name of others) {
    run(
      'npx',
      [
        'nx',
        'g',
        '@nx/next:app',
        `apps/${name}`,
        '--style=css',
        '--appDir=true',
        '--src=true',
        '--e2eTestRunner=none',
        '--unitTestRunner=none',
        '--linter=none',
        '--no-interactive',
      ],
      folder,
    );
    applications.push(`apps/${name}`);
  }
  for (const application of applications) addFailingRoute(join(folder, application), ['--src-dir']);
  pin(folder, 'npm');
  return { applications, nx: true };
};

/** Name → how it is made. `make(folder)` returns the folders of the applications and what is special. */
export const REPOSITORIES = new Map([
  ['app TS src Tailwind', nextApp(['--src-dir', '--tailwind'])],
  ['app TS', nextApp()],
  ['app JS', nextApp(['--js'])],
  ['app JS src Tailwind', nextApp(['--js', '--src-dir', '--tailwind'])],
  ['pages TS', nextApp(['--no-app'])],
  ['pages JS src', nextApp(['--no-app', '--js', '--src-dir'])],
  ['Next 15, webpack', nextApp([], { version: '15' })],
  [
    'ES module package',
    nextApp(['--js'], {
      change: (folder) => {
        writeJson(folder, 'package.json', { ...readJson(folder, 'package.json'), type: 'module' });
        withConfig('next.config.js', 'export default { poweredByHeader: false };\n')(folder);
      },
    }),
  ],
  [
    'next.config CommonJS',
    nextApp(['--js'], {
      change: withConfig(
        'next.config.js',
        "/** @type {import('next').NextConfig} */\nconst nextConfig = {\n  poweredByHeader: false, // less to say\n};\n\nmodule.exports = nextConfig;\n",
      ),
    }),
  ],
  [
    'next.config function',
    nextApp([], {
      change: withConfig(
        'next.config.ts',
        "import type { NextConfig } from 'next';\nimport { PHASE_PRODUCTION_BUILD } from 'next/constants';\n\nexport default function config(phase: string): NextConfig {\n  return { poweredByHeader: false, env: { BUILT: String(phase === PHASE_PRODUCTION_BUILD) } };\n}\n",
      ),
    }),
  ],
  [
    'next.config async function',
    nextApp(['--js'], {
      change: withConfig(
        'next.config.mjs',
        'const config = async () => {\n  const headers = await Promise.resolve([]);\n  return { headers: async () => headers };\n};\n\nexport default config;\n',
      ),
    }),
  ],
  [
    'own instrumentation',
    nextApp([], { change: (folder) => write(folder, 'instrumentation.ts', OWN_INSTRUMENTATION) }),
  ],
  [
    'own instrumentation, narrow types',
    nextApp(['--src-dir'], {
      change: (folder) => write(folder, 'src/instrumentation.ts', NARROW_INSTRUMENTATION),
    }),
  ],
  ['pnpm workspace, catalog', pnpmWorkspace],
  ['Turborepo', turborepo],
  ['Nx, next preset', nxWorkspace(['shop'])],
  ['Nx, two applications', nxWorkspace(['shop', 'admin'])],
  ['wizard 8, app TS', withWizard('8', [])],
  ['wizard 8, app JS src', withWizard('8', ['--js', '--src-dir'])],
  ['wizard 8, pages TS', withWizard('8', ['--no-app'])],
  ['wizard 6, app TS', withWizard('6', [])],
  ['wizard 4, Next 15', withWizard('4', [], { version: '15' })],
]);

/** Part of `npm test` in CI: one of each router, TypeScript and JavaScript. */
export const SAMPLE = ['app TS src Tailwind', 'pages JS src'];
