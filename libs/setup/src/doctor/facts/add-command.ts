import type { PackageManager, Repository } from '../../repository/repository.ts';

const ADD: Readonly<Record<PackageManager, string>> = {
  npm: 'npm install',
  pnpm: 'pnpm add',
  yarn: 'yarn add',
  bun: 'bun add',
};

/** The command that adds a package: `npm install "next@>=15.3 <17"`. */
export const addCommand = ({ packageManager }: Pick<Repository, 'packageManager'>, name: string): string =>
  `${ADD[packageManager]} ${/[<> |]/.test(name) ? `"${name}"` : name}`;
