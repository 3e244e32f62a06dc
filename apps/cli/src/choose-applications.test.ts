import { expect, it } from '@jest/globals';
import type { Application, KitApplication, Repository } from '@adit/codebase';
import { recordedHost } from '../testing/recorded-host.helper.ts';
import { chooseApplications } from './choose-applications.ts';

const repositoryOf = (...folders: readonly string[]): Repository => ({
  packageManager: 'pnpm',
  workspace: 'pnpm-workspace.yaml',
  nx: false,
  applications: folders.map((folder) => ({ folder, name: folder.split('/').at(-1) }) as Application),
  kitApplications: [],
  kitLibraries: [{ framework: 'sveltekit', folder: 'libs/ui' }],
});
const TWO = repositoryOf('apps/admin', 'apps/shop');
const options = (app: readonly string[] = [], dryRun = false, yes = false) => ({ app, dryRun, yes });
const nobody = recordedHost('/');

it.each([
  ['its folder', '', ['apps/shop'], ['apps/shop']],
  ['its folder with dots and slashes', '', ['./apps/shop/'], ['apps/shop']],
  ['its folder from where the command runs', 'apps', ['shop'], ['apps/shop']],
  ['its name', '', ['shop'], ['apps/shop']],
  ['several', '', ['apps/shop', 'apps/admin'], ['apps/shop', 'apps/admin']],
])('--app names an application by %s', async (_way, within, app, folders) => {
  expect(await chooseApplications(TWO, within, options(app), nobody)).toEqual(folders);
});

it('--app . is the application in the root', async () => {
  expect(await chooseApplications(repositoryOf(''), '', options(['.']), nobody)).toEqual(['']);
});

it('--app with an unknown folder says which there are', async () => {
  await expect(
    chooseApplications(repositoryOf('', 'apps/shop'), '', options(['blog']), nobody),
  ).rejects.toThrow('--app blog is not an application here; there are: ., apps/shop');
});

it.each([
  ['', ['libs/ui']],
  ['libs', ['ui']],
  ['libs/ui/src', []],
])('says of a library, in "%s" with %j, that it is no application', async (within, app) => {
  await expect(chooseApplications(TWO, within, options(app), nobody)).rejects.toThrow(
    /^libs\/ui is a library for applications of SvelteKit, and no application/,
  );
});

it.each(['apps/shop', 'apps/shop/src/app'])('takes the application that %s lies in', async (within) => {
  expect(await chooseApplications(TWO, within, options(), nobody)).toEqual(['apps/shop']);
});

it('does not take an application whose folder only begins alike', async () => {
  await expect(chooseApplications(TWO, 'apps/shop-api', options(), nobody)).rejects.toThrow('2 applications');
});

it.each([
  ['there is one', repositoryOf('web'), options()],
  ['nothing is written', TWO, options([], true)],
  ['--yes is given', TWO, options([], false, true)],
])('takes all if %s', async (_reason, repository, given) => {
  const all = repository.applications.map(({ folder }) => folder);
  expect(await chooseApplications(repository, '', given, nobody)).toEqual(all);
});

it('asks a person which of several', async () => {
  const host = recordedHost('/', { canAsk: true, chooses: ['apps/shop'] });

  expect(await chooseApplications(TWO, '', options(), host)).toEqual(['apps/shop']);
  expect(host.asked).toEqual(['Which applications? apps/admin, apps/shop']);
});

it('says what to pass if there are several and nobody can be asked', async () => {
  await expect(chooseApplications(TWO, '', options(), nobody)).rejects.toThrow(
    'there are 2 applications: apps/admin, apps/shop; pass --app FOLDER for each, or --yes for all',
  );
});

it('chooses among the applications of all frameworks', async () => {
  const kit = { folder: 'apps/cart', name: 'cart' } as KitApplication;
  const repository = { ...TWO, kitApplications: [kit] };

  expect(await chooseApplications(repository, '', options([], true), nobody)).toEqual([
    'apps/admin',
    'apps/cart',
    'apps/shop',
  ]);
  expect(await chooseApplications(repository, 'apps/cart/src', options(), nobody)).toEqual(['apps/cart']);
});
