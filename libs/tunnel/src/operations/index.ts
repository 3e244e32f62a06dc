export { createBoard } from './board.ts';
export { BOUNDARIES_S, createDurationHistogram } from './durations.ts';
export { createEventStreams, EVENT_HEADERS } from './event-stream.ts';
export { findEvent } from './find-event.ts';
export { loginPage, PAGE_HEADERS } from './page/document.ts';
export { drawPage } from './page/draw-page.ts';
export { formatDuration } from './page/format.ts';
export { createReporter } from './reporter.ts';

export type { Board } from './board.ts';
export type { DurationHistogram } from './durations.ts';
export type { EventStreams, Followed } from './event-stream.ts';
export type { Forward } from './forward-trail.ts';
export type { OutcomeEntry } from './outcome-entry.ts';
export type { ProcessReport } from './process-report.ts';
export type { ServerState } from './server-state.ts';
