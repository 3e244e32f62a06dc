import { cpSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { createFolderFiles, planConversion, readRepository } from './built.mjs';
import { versionsOf } from './try-checkout.mjs';
import { addFailingRoute, pin, run } from './repositories.mjs';

const LEFT = new Set(['node_modules', '.git', '.next']);

/**
 * Makes a repository from a checkout of a third-party repository, or of one application in it: `PATH` or
 * `PATH:apps/web`.
 */
export const fromCheckout = (place) => (folder, dsn) => {
  const [path, wanted] = place.split(':');
  cpSync(path, folder, { recursive: true, filter: (from) => !LEFT.has(basename(from)) });
  replaceDsns(folder, dsn);
  const files = createFolderFiles(folder);
  const repository = readRepository(files);
  const application = repository.applications.find((one) => wanted === undefined || one.folder === wanted);
  if (application === undefined)
    throw new Error(
      `There is no application ${wanted ?? ''} in ${path}: ${repository.applications.map((one) => one.folder).join(', ')}`,
    );
  const routes = application.appFolder ?? application.pagesFolder;
  addFailingRoute(join(folder, routes), {
    isPages: application.appFolder === undefined,
    ending: application.language,
  });
  pin(folder, repository.packageManager);
  for (const place of [folder, join(folder, application.folder)]) copyVariables(place);
  return {
    applications: [application.folder],
    manager: repository.packageManager,
    convert: planConversion(repository, files, { applications: [application.folder] }).changes.length > 0,
    isForeign: true,
    versions: versionsOf(files, application),
    // Their names in most applications. Nothing is sent to a project of the authors.
    env: { NEXT_PUBLIC_SENTRY_DSN: dsn, ...DUMMIES },
  };
};

/** Variables that applications require for a build: the keys of Clerk contain a host that does not exist. */
const DUMMIES = {
  SKIP_ENV_VALIDATION: '1',
  NEXT_PUBLIC_CLERK_PUBLISHABLE_KEY: `pk_live_${Buffer.from('clerk.example.com$').toString('base64')}`,
  CLERK_SECRET_KEY: ['sk', 'live', '0'.repeat(32)].join('_'),
};

/** Those that the authors tell newcomers to begin with. */
function copyVariables(folder) {
  const example = ['.env.example', '.env.local.example', 'env.example.txt']
    .map((name) => join(folder, name))
    .find(existsSync);
  if (example !== undefined && !existsSync(join(folder, '.env'))) cpSync(example, join(folder, '.env'));
}

/** A DSN in the code belongs to the authors' project. */
function replaceDsns(folder, dsn) {
  const named = run('git', ['grep', '--no-index', '-lIE', DSN.source], folder, { mayFail: true });
  for (const path of named.stdout.split('\n').filter(Boolean)) {
    const text = readFileSync(join(folder, path), 'utf8');
    writeFileSync(join(folder, path), text.replaceAll(new RegExp(DSN, 'g'), dsn));
  }
}

const DSN = /https:\/\/[0-9a-f]{32}@[a-z0-9.-]+\/[0-9]+/;
