import { defineAdit } from '@adit/next';

export default defineAdit({
  name: 'Shop',
  monitoring: {
    replaysSessionSampleRate: 1,
    quietMs: 1_000,
    beforeSend: (event) => ({ ...event, tags: { ...event.tags, shop: 'Vienna' } }),
    rules: [
      {
        id: 'old-widget',
        reason: 'The widget of a partner, which nobody maintains',
        side: 'both',
        matchesError: ({ exception }) => exception?.values?.[0]?.value?.startsWith('Old widget') === true,
      },
    ],
    user: () => ({ id: document.cookie.replace('customer=', '') }),
    feedback: { triggerLabel: 'Tell us' },
  },
  router: {
    slowMs: 2_000,
    prefetch: { budget: { maxRequests: 2 } },
    onEvent: (event) => dispatchEvent(new CustomEvent('shop:router', { detail: event })),
  },
});
