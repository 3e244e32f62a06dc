// Separate from the other built values, because only the SDK's chunk needs these.
import { RELEASE } from './built-values.ts';

/** DSN and environment that were set for the build, for servers and pages without their own. */
export const BUILT = {
  dsn: process.env.ADIT_BUILT_DSN,
  environment: process.env.ADIT_BUILT_ENVIRONMENT,
  release: RELEASE,
};
