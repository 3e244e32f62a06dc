import type { Check, KitSubject, Problem, Subject } from '../check.ts';
import { installCommand } from '@adit/setup';
import { isInstalled, manifestLine, dependenciesOf } from '../facts/manifest.ts';

/** Packages without which an application with Adit cannot be built. */
const NEEDED = ['@adit/next', '@sentry/nextjs', '@sentry/core', 'next', 'react', 'react-dom'] as const;

/** Packages in `package.json` are installed. Only a warning, because a repository need not be installed. */
export const installed: Check = {
  id: 'installed',
  title: 'The packages that Adit needs are installed, as far as package.json names them',
  run: (subject) => checkInstalled(subject, NEEDED),
};

/** The problem of packages that `package.json` names, and that are not installed. */
export function checkInstalled(subject: Subject | KitSubject, needed: readonly string[]): Problem[] {
  const { reader, repository, application } = subject;
  const dependencies = dependenciesOf(subject);
  // Yarn keeps packages in archives in this case.
  if (['.pnp.cjs', '.pnp.js'].some((file) => reader.exists(file)))
    return [{ level: 'ok', message: 'Not checked: Yarn installs without node_modules' }];
  const missing = needed.filter((name) => name in dependencies && !isInstalled(subject, name));
  const [first] = missing;
  if (first === undefined) return [];
  return [
    {
      level: 'warning',
      message: `package.json names packages that are not installed: ${missing.join(', ')}`,
      path: application.manifest,
      line: manifestLine(subject, first),
      fix: installCommand(repository.packageManager),
    },
  ];
}
