import type { PackageManager, Repository } from '../../repository/repository.ts';

const ADD: Readonly<Record<PackageManager, string>> = {
  npm: 'npm install',
  pnpm: 'pnpm add',
  yarn: 'yarn add',
  bun: 'bun add',
};

/** The command that adds packages: `npm install next@16`. */
export const installCommand = (
  { packageManager }: Pick<Repository, 'packageManager'>,
  ...packages: string[]
): string =>
  `${ADD[packageManager]} ${packages.map((one) => (/[<> |]/.test(one) ? `"${one}"` : one)).join(' ')}`;
