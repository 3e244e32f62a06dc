import type { Check } from '../check.ts';
import { addCommand } from '@adit/codebase';
import { readLockGraph, type LockGraph, type LockedPackage } from '../facts/lock-graph.ts';
import { dependenciesOf } from '../facts/manifest.ts';

const CORE = '@sentry/core';
/** Packages for builds and other hosts: no page and no Node server loads them. */
const APART = /^@sentry\/(?:cloudflare|cli\b|babel|(?:.*-)?bundler|webpack|rollup|vite|esbuild)/;

/** The SDK keeps its state in @sentry/core. Two copies do not share it. */
export const oneSentryCore: Check = {
  id: 'one-sentry-core',
  title: 'The lock file has one version of @sentry/core for Sentry and Adit',
  run(subject) {
    const lock = readLockGraph(subject);
    if (lock === undefined)
      return [{ level: 'ok', message: 'Not checked: there is no lock file that can be read' }];
    const users = usersOfCore(lock, Object.keys(dependenciesOf(subject)));
    const sdk = users.get('@sentry/nextjs') ?? [...users.values()][0];
    const [other, version] = [...users].find(([, one]) => one !== sdk) ?? [];
    if (sdk === undefined)
      return [
        { level: 'ok', message: 'Not checked: the lock file has no @sentry/core for this application' },
      ];
    if (other === undefined || version === undefined) return [];
    return [
      {
        level: 'error',
        message: `Two versions of @sentry/core are installed: ${sdk} for @sentry/nextjs, ${version} for ${other}`,
        path: lock.path,
        fix: addCommand(subject.repository, `${CORE}@${sdk}`),
      },
    ];
  },
};

/** The version of @sentry/core used by each package of Sentry and Adit, by the package's name. */
function usersOfCore(lock: LockGraph, direct: readonly string[]): Map<string, string> {
  const users = new Map<string, string>();
  const seen = new Set<string>();
  const isRelated = (name: string): boolean => /^@(?:sentry|adit)\//.test(name) && !APART.test(name);
  const open: (LockedPackage | undefined)[] = direct.filter(isRelated).map((name) => lock.find(name));
  for (const found of open) {
    if (found === undefined || seen.has(found.key)) continue;
    seen.add(found.key);
    if (found.name === CORE) users.set('package.json', found.version);
    for (const name of found.dependencies.filter(isRelated)) {
      const next = lock.find(name, found);
      if (name === CORE && next) users.set(found.name, next.version);
      else open.push(next);
    }
  }
  return users;
}
