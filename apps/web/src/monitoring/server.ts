import { createOutcomeLog, defineMonitoring, type OutcomeLog } from '@adit/monitoring-config';

/** Monitoring on this server: from the environment it was started with, as the release it was built as. */
export const monitoring = defineMonitoring(process.env, { release: process.env.NEXT_PUBLIC_SENTRY_RELEASE });

const shared = globalThis as { [key: symbol]: OutcomeLog | undefined };
const KEY = Symbol.for('adit.web.server-outcomes');

/** What became of the server's events. Next bundles instrumentation and routes apart: they meet on the global object. */
export const serverOutcomes: OutcomeLog = (shared[KEY] ??= createOutcomeLog());
