import type { withSentryConfig } from '@sentry/nextjs/config';
import type { UploadPlan } from './source-maps/plan-upload.ts';

type AllOptions = NonNullable<Parameters<typeof withSentryConfig>[1]>;
type ReleaseOptions = Omit<NonNullable<AllOptions['release']>, 'name'>;

/** Options of `withSentryConfig` for `withAdit`, which sets the release's name and the tunnel itself. */
export interface SentryBuildOptions extends Omit<AllOptions, 'release' | 'tunnelRoute'> {
  /**
   * Further steps for the release. By default it is created and finalized on sentry.io only: other backends create a
   * release with its first event, and some answer 404 to the request. Set `{ create: true, finalize: true }` for a
   * self-hosted Sentry.
   */
  release?: ReleaseOptions;
}

const NO_RELEASE_REQUESTS: ReleaseOptions = {
  create: false,
  finalize: false,
  setCommits: false,
  deploy: false,
};

/** Features of the installed versions. */
export interface InstalledFeatures {
  /** Whether Next reports errors of requests itself: since 15. */
  readonly reportsRequestErrors: boolean;
  /** Whether the SDK reads the options of webpack from `webpack`: since 10.30. */
  readonly groupsOptions: boolean;
}

const NEWEST: InstalledFeatures = { reportsRequestErrors: true, groupsOptions: true };

/** The options passed to Sentry's build steps. */
export function toSentryOptions(
  given: SentryBuildOptions | undefined,
  releaseName: string | undefined,
  plan: UploadPlan,
  { reportsRequestErrors, groupsOptions }: InstalledFeatures = NEWEST,
): AllOptions {
  const hasToken = plan.hasToken;
  // Next reports these errors itself, after it has set the digest that a screen shows. Sentry's wrappers would report
  // them earlier. Before Next 15, nothing else reports them.
  const wrappers = { ...(reportsRequestErrors && { autoInstrumentAppDirectory: false }) };
  return {
    telemetry: false,
    // This option also silences upload errors, and the build would continue without source maps.
    silent: !hasToken,
    // Includes webpack's shared and late chunks; otherwise Sentry's plugin deletes their source maps without uploading
    // them.
    widenClientFileUpload: true,
    ...(!hasToken && { sourcemaps: { disable: true } }),
    ...(!groupsOptions && wrappers),
    ...given,
    release: {
      ...(releaseName !== undefined && { name: releaseName }),
      ...(!(hasToken && plan.isSentryIo) && NO_RELEASE_REQUESTS),
      ...given?.release,
    },
    webpack: { ...(groupsOptions && wrappers), ...given?.webpack },
  };
}
