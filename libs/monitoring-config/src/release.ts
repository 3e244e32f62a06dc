import { MonitoringConfigError } from './config-error.ts';
import { readVariable, type EnvironmentRecord } from './variables.ts';

/**
 * The inlined variable comes first: it is what the build fixed, and a variable set later on the server must not make the
 * server's release differ from the one the browser's bundle carries.
 */
const EXPLICIT_VARIABLES = ['NEXT_PUBLIC_SENTRY_RELEASE', 'SENTRY_RELEASE'] as const;

/** Variables that hold a full commit SHA, hosting platforms before continuous integration. */
const COMMIT_VARIABLES: readonly { readonly variable: string; readonly source: string }[] = [
  {
    variable: 'VERCEL_GIT_COMMIT_SHA',
    source: 'https://vercel.com/docs/environment-variables/system-environment-variables',
  },
  {
    variable: 'NEXT_PUBLIC_VERCEL_GIT_COMMIT_SHA',
    source: 'https://vercel.com/docs/environment-variables/framework-environment-variables',
  },
  {
    variable: 'COMMIT_REF',
    source: 'https://docs.netlify.com/build/configure-builds/environment-variables/#git-metadata',
  },
  {
    variable: 'CF_PAGES_COMMIT_SHA',
    source: 'https://developers.cloudflare.com/pages/configuration/build-configuration/',
  },
  {
    variable: 'WORKERS_CI_COMMIT_SHA',
    source: 'https://developers.cloudflare.com/workers/ci-cd/builds/configuration/',
  },
  {
    variable: 'AWS_COMMIT_ID',
    source: 'https://docs.aws.amazon.com/amplify/latest/userguide/amplify-console-environment-variables.html',
  },
  { variable: 'RENDER_GIT_COMMIT', source: 'https://render.com/docs/environment-variables' },
  { variable: 'RAILWAY_GIT_COMMIT_SHA', source: 'https://docs.railway.com/reference/variables' },
  { variable: 'HEROKU_BUILD_COMMIT', source: 'https://devcenter.heroku.com/articles/dyno-metadata' },
  { variable: 'HEROKU_SLUG_COMMIT', source: 'https://devcenter.heroku.com/articles/dyno-metadata' },
  { variable: 'SOURCE_VERSION', source: 'https://devcenter.heroku.com/articles/buildpack-api' },
  { variable: 'GITHUB_SHA', source: 'https://docs.github.com/en/actions/reference/variables-reference' },
  { variable: 'CI_COMMIT_SHA', source: 'https://docs.gitlab.com/ci/variables/predefined_variables/' },
];

// SHA-1 or SHA-256. Some of the names are anybody's, and an abbreviated SHA would not match the uploaded release.
const FULL_COMMIT_SHA = /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/i;

const RELEASE_NAME = /^(?!\.{1,2}$)[^\n\r\t/\\]{1,200}$/;
const ACCEPTED =
  'up to 200 characters without line breaks, tabs or slashes, other than "." and ".." (https://docs.sentry.io/product/releases/naming-releases/)';

/**
 * Names the release: given, else what the build fixed, else the platform's full commit SHA, else none.
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
  for (const { variable } of COMMIT_VARIABLES) {
    const commit = readVariable(env, [variable])?.value;
    if (commit !== undefined && FULL_COMMIT_SHA.test(commit)) return commit;
  }
  return undefined;
}
