import { createOutcomeLog, type EventOutcome } from '@adit/monitoring-config';
import { readStored, store } from './stored';

const MAX_STORED_OUTCOMES = 100;

/** The outcomes of this page's events. */
export const browserOutcomes = createOutcomeLog();

const earlierPages = (readStored('outcomes') as EventOutcome[] | undefined) ?? [];

/** The outcomes of this tab's events, earlier pages included, oldest first. */
export const readTabOutcomes = (): EventOutcome[] => [...earlierPages, ...browserOutcomes.entries()];

browserOutcomes.subscribe(() => store('outcomes', readTabOutcomes().slice(-MAX_STORED_OUTCOMES)));
