import type { Check, KitSubject } from './check.ts';
import { aditConfig } from './checks/adit-config.ts';
import { agents } from './checks/agents.ts';
import { assetPrefix } from './checks/asset-prefix.ts';
import { blockLists } from './checks/block-lists.ts';
import { contentSecurityPolicy } from './checks/content-security-policy.ts';
import { debugId } from './checks/debug-id.ts';
import { dsn, kitDsn } from './checks/dsn.ts';
import { environment } from './checks/environment.ts';
import { installed } from './checks/installed.ts';
import { instrumentation } from './checks/instrumentation.ts';
import { kitSentryOnce } from './checks/kit-sentry-once.ts';
import { kit, kitInstalled } from './checks/kit.ts';
import { nextConfig } from './checks/next-config.ts';
import { oneSentryCore } from './checks/one-sentry-core.ts';
import { openTelemetry } from './checks/opentelemetry.ts';
import { pageExtensions } from './checks/page-extensions.ts';
import { peerRanges } from './checks/peer-ranges.ts';
import { release } from './checks/release.ts';
import { replay } from './checks/replay.ts';
import { screens } from './checks/screens.ts';
import { sdkImports } from './checks/sdk-imports.ts';
import { sentryOnce } from './checks/sentry-once.ts';
import { serverActionsKey } from './checks/server-actions-key.ts';
import { kitSetUp, setUp } from './checks/set-up.ts';
import { sourceMaps } from './checks/source-maps.ts';
import { supportedVersions } from './checks/supported-versions.ts';
import { trustedProxies } from './checks/trusted-proxies.ts';
import { tunnelAnswered } from './checks/tunnel-answered.ts';
import { tunnelMatcher } from './checks/tunnel-matcher.ts';
import { tunnelPath } from './checks/tunnel-path.ts';
import { unknownAddress } from './checks/unknown-address.ts';
import { variables } from './checks/variables.ts';

/** All checks of applications of Next, in the order of a report. */
export const CHECKS: readonly Check[] = [
  setUp,
  installed,
  supportedVersions,
  peerRanges,
  oneSentryCore,
  aditConfig,
  nextConfig,
  pageExtensions,
  instrumentation,
  sentryOnce,
  openTelemetry,
  screens,
  unknownAddress,
  tunnelPath,
  tunnelAnswered,
  tunnelMatcher,
  blockLists,
  assetPrefix,
  variables,
  dsn,
  environment,
  release,
  trustedProxies,
  serverActionsKey,
  contentSecurityPolicy,
  sdkImports,
  replay,
  sourceMaps,
  debugId,
  agents,
];

/** All checks of applications of other frameworks. */
export const KIT_CHECKS: readonly Check<KitSubject>[] = [kitSetUp, kitInstalled, kit, kitSentryOnce, kitDsn];
