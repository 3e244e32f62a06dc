import { createOutcomeLog, type EventOutcome } from '@adit/monitoring-config';
import { readStored, store } from '../stored';

const MAX_STORED_OUTCOMES = 100;

/** What became of this page's events. */
export const browserOutcomes = createOutcomeLog();

const earlierPages = (readStored('outcomes') as EventOutcome[] | undefined) ?? [];

/** What became of the events of this tab, the pages before this one included; oldest first. */
export const readTabOutcomes = (): EventOutcome[] => [...earlierPages, ...browserOutcomes.entries()];

browserOutcomes.subscribe(() => store('outcomes', readTabOutcomes().slice(-MAX_STORED_OUTCOMES)));
