import { createOutcomeLog, type OutcomeLog } from '@adit/monitoring-config';
import { browserOutcomes } from './tab-outcomes';

const shared = globalThis as { [key: symbol]: OutcomeLog | undefined };
const KEY = Symbol.for('adit.web.server-outcomes');

/** The outcomes of the server's events, on the global object: Next bundles instrumentation and routes separately. */
export const serverOutcomes: OutcomeLog = (shared[KEY] ??= createOutcomeLog());

/** The outcomes of this runtime. */
export const outcomes = typeof window === 'undefined' ? serverOutcomes : browserOutcomes;
