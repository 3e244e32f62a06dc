import { MonitoringConfigError } from './config-error.ts';
import { findPlatform, PLATFORMS } from './platforms/platforms.ts';
import { readVariable, type EnvironmentRecord } from './variables.ts';

/**
 * The inlined variable comes first: it is what the build fixed, and a variable set later on the server must not make the
 * server's release differ from the one the browser's bundle carries.
 */
const EXPLICIT_VARIABLES = ['NEXT_PUBLIC_SENTRY_RELEASE', 'SENTRY_RELEASE'] as const;

// SHA-1 or SHA-256: an abbreviated SHA would not match the uploaded release, and some of the names are anybody's. Nothing but
// zeros is what git calls no commit.
const FULL_COMMIT_SHA = /^(?!0+$)(?:[0-9a-f]{40}|[0-9a-f]{64})$/i;

const RELEASE_NAME = /^(?!\.{1,2}$)[^\n\r\t/\\]{1,200}$/;
const ACCEPTED =
  'up to 200 characters without line breaks, tabs or slashes, other than "." and ".." (https://docs.sentry.io/product/releases/naming-releases/)';

/**
 * Names the release: given, else what the build fixed, else the platform's full commit SHA, else one that another platform's
 * variable holds (an image built by continuous integration often carries its commit along), else none.
 * @throws {MonitoringConfigError} when a given name is none that Sentry accepts.
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
