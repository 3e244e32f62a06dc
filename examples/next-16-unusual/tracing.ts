import { registerOTel } from '@vercel/otel';

/** The application's own OpenTelemetry. It collects spans, but does not send them. */
export const startTracing = (): void => registerOTel({ serviceName: 'shop', spanProcessors: [] });
