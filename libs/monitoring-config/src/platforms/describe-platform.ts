import { deriveEnvironment, type EnvironmentOptions } from '../environment.ts';
import { deriveRelease } from '../release.ts';
import { readVariable, type EnvironmentRecord } from '../variables.ts';
import { findPlatform, type Platform, type PlatformRow } from './platforms.ts';

/** Where an application runs, as far as its variables say. What they do not say is left out. */
export interface PlatformDescription {
  /** The platform that was recognised. */
  readonly platform?: Platform;
  /** As `deriveEnvironment` names it. */
  readonly environment: string;
  /** As `deriveRelease` names it. */
  readonly release?: string;
  /** Address of this deployment, with its scheme and without a slash at the end. */
  readonly deployUrl?: string;
  /** The platform's own name for the place, such as `iad1` or `us-west2`. */
  readonly region?: string;
}

/** What {@link describePlatform} takes besides the variables. */
export interface DescribePlatformOptions extends EnvironmentOptions {
  /** The release itself; none is derived. */
  release?: string | undefined;
}

/** Longest deploy URL and region that are taken, in characters. */
const MAX_URL_LENGTH = 2_048;
const REGION = /^[\w.-]{1,64}$/;

const SCHEME = /^https?:\/\//;
const ADDRESS = /^https?:\/\/[\w.-]+(?::\d{1,5})?(?:\/[\w./~%-]*)?$/;

/**
 * Describes where the application runs. Each answer comes from explicit variables, else from one platform: hosting before
 * continuous integration before Kubernetes; a release may also come from any variable known to hold a full commit SHA.
 * @throws {MonitoringConfigError} when a given environment or release is none that Sentry accepts.
 */
export function describePlatform(
  env: EnvironmentRecord,
  { release: givenRelease, ...options }: DescribePlatformOptions = {},
): PlatformDescription {
  const row = findPlatform(env);
  const environment = deriveEnvironment(env, options);
  const release = deriveRelease(env, givenRelease);
  const deployUrl = row && readDeployUrl(env, row);
  const region = row?.readRegion(env);
  return Object.freeze({
    ...(row && { platform: row.platform }),
    environment,
    ...(release !== undefined && { release }),
    ...(deployUrl !== undefined && { deployUrl }),
    ...(region !== undefined && REGION.test(region) && { region }),
  });
}

function readDeployUrl(env: EnvironmentRecord, { deployUrls }: PlatformRow): string | undefined {
  const value = readVariable(env, deployUrls)?.value;
  if (value === undefined || value.length > MAX_URL_LENGTH) return undefined;
  const url = SCHEME.test(value) ? value : `https://${value}`;
  return ADDRESS.test(url) ? url.replace(/\/+$/, '') : undefined;
}
