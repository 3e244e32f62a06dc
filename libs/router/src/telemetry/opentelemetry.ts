import { callSafely } from '../call-safely.ts';
import type { RouterEvent, RouterEventSink } from '../events.ts';
import { levelOf, type EventLevel } from './event-level.ts';
import { redactUrls, type RedactUrlsOptions } from './redact-urls.ts';

/** An event as the Logs API takes it (`LogRecord` of @opentelemetry/api-logs 0.220). */
export interface EventRecord {
  eventName: string;
  /** The numbers of the log data model: 5 debug, 9 info, 13 warn, 17 error. */
  severityNumber: number;
  attributes: Record<string, string | number | boolean>;
}

/** The part of an OpenTelemetry `Logger` that is used: `logs.getLogger('router')`. */
export interface EventLogger {
  emit(record: EventRecord): void;
}

/** Options of {@link toOpenTelemetry}. */
export interface OpenTelemetryOptions extends RedactUrlsOptions {
  /** Which events are sent. Default all but `queued` and `started` of a prefetch, whose end event has the rest. */
  readonly include?: ((event: RouterEvent) => boolean) | undefined;
}

const SEVERITY_NUMBERS: Readonly<Record<EventLevel, number>> = { debug: 5, info: 9, warning: 13, error: 17 };

const isEnd = (event: RouterEvent): boolean =>
  event.type !== 'prefetch' || (event.phase !== 'queued' && event.phase !== 'started');

const snakeCase = (name: string): string =>
  name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`).replaceAll('-', '_');

function toRecord(event: RouterEvent): EventRecord {
  const { type, ...rest } = event;
  const phase = 'phase' in event ? `.${event.phase}` : '';
  const attributes: EventRecord['attributes'] = {};
  // Redacted, an event holds texts, numbers and flags only.
  for (const [name, value] of Object.entries(rest) as [string, string | number | boolean][]) {
    if (name !== 'phase') attributes[`router.${snakeCase(name)}`] = value;
  }
  return {
    eventName: `router.${snakeCase(type)}${phase}`,
    severityNumber: SEVERITY_NUMBERS[levelOf(event)],
    attributes,
  };
}

/**
 * Emits OpenTelemetry events: `router.navigation.done`, `router.prefetch_used` and so on, with the fields of the event as
 * attributes (`router.url`, `router.duration_ms`).
 */
export function toOpenTelemetry(
  logger: EventLogger,
  { include, urls }: OpenTelemetryOptions = {},
): RouterEventSink {
  const emit = redactUrls((event) => logger.emit(toRecord(event)), { urls });
  return (event) => {
    if (callSafely(include, event) ?? isEnd(event)) emit(event);
  };
}
