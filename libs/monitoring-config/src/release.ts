import { MonitoringConfigError } from './config-error.ts';
import { findPlatform, PLATFORMS } from './platforms/platforms.ts';
import { readVariable, type EnvironmentRecord } from './variables.ts';

/**
 * The inlined variable comes first. A variable that is set later on the server must not change the server's release, because the
 * browser's bundle keeps the release of the build.
 */
const EXPLICIT_VARIABLES = ['NEXT_PUBLIC_SENTRY_RELEASE', 'SENTRY_RELEASE'] as const;

// SHA-1 or SHA-256. An abbreviated SHA would not match the uploaded release. Zeros mean "no commit" in git.
const FULL_COMMIT_SHA = /^(?!0+$)(?:[0-9a-f]{40}|[0-9a-f]{64})$/i;

const RELEASE_NAME = /^(?!\.{1,2}$)[^\n\r\t/\\]{1,200}$/;
const ACCEPTED =
  'up to 200 characters without line breaks, tabs or slashes, other than "." and ".." (https://docs.sentry.io/product/releases/naming-releases/)';

/**
 * Returns the release: the given one, else the build's, else the platform's full commit SHA, else a full SHA in a variable of another
 * platform (images from continuous integration often have one), else `undefined`.
 * @throws {MonitoringConfigError} if Sentry does not accept a given name.
 */
export function deriveRelease(env: EnvironmentRecord, release?: string): string | undefined {
  const explicit = release?.trim()
    ? { name: 'release', value: release.trim() }
    : readVariable(env, EXPLICIT_VARIABLES);
  if (explicit !== undefined) {
    if (!RELEASE_NAME.test(explicit.value))
      throw new MonitoringConfigError(explicit.name, explicit.value, ACCEPTED);
    return explicit.value;
  }
  const recognised = findPlatform(env)?.commits ?? [];
  const others = PLATFORMS.flatMap(({ commits }) => commits);
  return [...recognised, ...others]
    .map((variable) => readVariable(env, [variable])?.value)
    .find((commit) => commit !== undefined && FULL_COMMIT_SHA.test(commit));
}
