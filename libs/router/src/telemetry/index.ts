export { combineSinks } from './combine-sinks.ts';
export { toOpenTelemetry } from './opentelemetry.ts';
export { createPrefetchTally } from './prefetch-tally.ts';
export { redactUrls } from './redact-urls.ts';
export { toSentryBreadcrumbs } from './sentry-breadcrumbs.ts';

export type { EventLogger, EventRecord, OpenTelemetryOptions } from './opentelemetry.ts';
export type { PrefetchTally, PrefetchTallySnapshot } from './prefetch-tally.ts';
export type { RedactUrlsOptions, UrlRedaction } from './redact-urls.ts';
export type { BreadcrumbTarget, RouterBreadcrumb } from './sentry-breadcrumbs.ts';
export type { EventLevel } from './event-level.ts';
