import { defineAdit } from '@adit/next';

/** The options that Sentry.init had in instrumentation-client.ts. */
export default defineAdit({
  name: 'Shop',
  monitoring: {
    tracesSampleRate: 0.5,
    beforeSend: (event) => ({ ...event, tags: { ...event.tags, team: 'checkout' } }),
    integrations: async () => (await import('./sentry.integrations')).integrations,
  },
});
