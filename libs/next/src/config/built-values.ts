import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { defineForServer, deriveRelease } from '@adit/monitoring-config';
import { warnOnce } from '../server/warn-once.ts';
import { isServing } from './is-serving.ts';

/** The values that a build puts into all bundles. */
export interface BuiltValues {
  readonly release: string | undefined;
  readonly dsn: string | undefined;
  readonly environment: string | undefined;
}

const ENVIRONMENT_VARIABLES = ['SENTRY_ENVIRONMENT', 'NEXT_PUBLIC_SENTRY_ENVIRONMENT'];

/**
 * Reads the variables of the build. An invalid one is reported on the console and ignored. The release is the given
 * one, else that of the variables, else name and version of the application's package.
 * @throws MonitoringConfigError in one line for a given release that Sentry does not accept
 */
export function readBuiltValues(root: string, givenRelease?: string): BuiltValues {
  const wrong = new Set<string>();
  const { dsn, environment, release } = defineForServer(process.env, {}, ({ name, message }) => {
    wrong.add(name);
    // A server reports its variables itself.
    if (!isServing()) warnOnce(message, 'The build ignores it.');
  });
  const isGiven = ENVIRONMENT_VARIABLES.some((name) => process.env[name]?.trim() && !wrong.has(name));
  return {
    dsn,
    environment: isGiven ? environment : undefined,
    release: checkRelease(givenRelease) ?? release ?? packageRelease(root),
  };
}

/** A server uses the release of its build, even if it is given another. */
function checkRelease(given: string | undefined): string | undefined {
  try {
    return given && deriveRelease({}, given);
  } catch (error) {
    if (isServing()) return undefined;
    throw error;
  }
}

function packageRelease(root: string): string | undefined {
  const { name, version } = readPackage(root);
  // Sentry accepts no slash in a release.
  return name && version && `${name.replace(/^@/, '').replaceAll('/', '-')}@${version}`;
}

/** The name of the application's package; `undefined` without one. */
export const packageName = (root: string): string | undefined => readPackage(root).name;

function readPackage(root: string): Partial<Record<'name' | 'version', string>> {
  try {
    return JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as Partial<
      Record<'name' | 'version', string>
    >;
  } catch {
    return {};
  }
}
