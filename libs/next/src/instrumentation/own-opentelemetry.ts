/** The symbol under which OpenTelemetry's API keeps registered parts: `trace` is the provider of spans. */
const REGISTERED = Symbol.for('opentelemetry.js.api.1');

/**
 * Options of the SDK if the application has registered an OpenTelemetry provider, as `registerOTel` does. With two
 * providers, tags and users of one request would appear on errors of another. Empty without a provider. The second name
 * is that of SDK 10.
 */
export function besideOpenTelemetry(host: object = globalThis): {
  readonly enableOpenTelemetrySetup?: false;
  readonly skipOpenTelemetrySetup?: true;
} {
  const api: unknown = Reflect.get(host, REGISTERED);
  const isRegistered = typeof api === 'object' && api !== null && 'trace' in api && api.trace !== undefined;
  return isRegistered ? { enableOpenTelemetrySetup: false, skipOpenTelemetrySetup: true } : {};
}
