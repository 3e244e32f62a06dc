import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';

/** The plan for uploading the source maps of a build. */
export interface UploadPlan {
  readonly hasToken: boolean;
  /** The origin of the backend's API. */
  readonly to: string;
  /** Whether it is Sentry's own service. */
  readonly isSentryIo: boolean;
  /** The project, or projects, as configured. */
  readonly project: string;
  /** The reason why nothing is uploaded; `undefined` if Sentry's build steps try to. */
  readonly why?: string;
  /** The build makes debug ids and source maps; something else uploads them. */
  readonly onlyDebugIds?: true;
}

/** The options of `withSentryConfig` that name the backend. */
interface UploadOptions {
  authToken?: string | undefined;
  sentryUrl?: string | undefined;
  org?: string | undefined;
  project?: string | string[] | undefined;
  sourcemaps?: { disable?: boolean | 'disable-upload' | undefined } | undefined;
}

type Variables = Readonly<Record<string, string | undefined>>;

/** The file that Sentry's wizard writes. Sentry's build steps read it from the current folder; it wins over the environment. */
export function readUploadVariables(folder: string, env: Variables): Variables {
  try {
    return { ...env, ...parseEnv(readFileSync(join(folder, '.env.sentry-build-plugin'), 'utf8')) };
  } catch {
    return env;
  }
}

/** Reads the same sources as Sentry's build steps, in the same order: options, then variables. */
export function planUpload(given: UploadOptions = {}, variables: Variables = {}): UploadPlan {
  const token = given.authToken ?? variables['SENTRY_AUTH_TOKEN'] ?? '';
  const to = given.sentryUrl ?? variables['SENTRY_URL'] ?? 'https://sentry.io';
  const org = given.org ?? variables['SENTRY_ORG'] ?? '';
  const project = [given.project ?? variables['SENTRY_PROJECT'] ?? ''].flat().join(', ');
  const disable = given.sourcemaps?.disable;
  const why = whyNot();
  return {
    hasToken: token !== '',
    to,
    isSentryIo: isSentryIo(to),
    project,
    ...(why !== undefined && { why }),
    ...(disable === 'disable-upload' && { onlyDebugIds: true }),
  };

  function whyNot(): string | undefined {
    if (disable === true) return 'sourcemaps.disable is true';
    if (disable === 'disable-upload') return 'sourcemaps.disable is "disable-upload"';
    if (token === '') return 'SENTRY_AUTH_TOKEN is not set';
    // Tokens of an organization on sentry.io name it themselves.
    if (org === '' && !token.startsWith('sntrys_')) return 'SENTRY_ORG is not set';
    if (project === '') return 'SENTRY_PROJECT is not set';
    return undefined;
  }
}

function isSentryIo(url: string): boolean {
  const host = URL.canParse(url) ? new URL(url).hostname : '';
  return host === 'sentry.io' || host.endsWith('.sentry.io');
}
