import { createOutcomeLog, defineMonitoring, type OutcomeLog } from '@adit/monitoring-config';

/** Monitoring of this server, configured by its environment; the release is that of the build. */
export const monitoring = defineMonitoring(process.env, { release: process.env.NEXT_PUBLIC_SENTRY_RELEASE });

const shared = globalThis as { [key: symbol]: OutcomeLog | undefined };
const KEY = Symbol.for('adit.web.server-outcomes');

/** The outcomes of the server's events, on the global object: Next bundles instrumentation and routes separately. */
export const serverOutcomes: OutcomeLog = (shared[KEY] ??= createOutcomeLog());
