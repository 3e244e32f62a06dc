import { defineAdit } from '@adit/next';

/** What Sentry.init in instrumentation-client.ts had. */
export default defineAdit({
  name: 'Shop',
  monitoring: {
    tracesSampleRate: 0.5,
    beforeSend: (event) => ({ ...event, tags: { ...event.tags, team: 'checkout' } }),
    integrations: async () => (await import('./sentry.integrations')).integrations,
  },
});
