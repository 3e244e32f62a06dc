/** Folders of upstream's suites that are not run, with the reason of each. */
export const SKIPPED = {
  feedback: 'the form is a later chunk with its own tests',
  replay: 'the recording is a later chunk, and is Sentry’s own',
  profiling: 'Adit does not start it',
  wasm: 'needs @sentry/wasm',
  opentelemetry: 'needs @sentry/opentelemetry',
  'integrations/featureFlags': 'integrations that the application adds',
  'integrations/supabase': 'needs @supabase/supabase-js',
  'integrations/lazyLoad': 'loads integrations from Sentry’s CDN',
  'manual-client': 'starts a client without `init`',
  'old-sdk-interop': 'SDKs before version 8',
  'public-api/captureFeedback': 'the form is a later chunk with its own tests',
  'tracing/browserTracingIntegrationShim': 'CDN bundles only',
};
