import { defineAdit } from '@adit/next';
import { publishRouterEvent } from './app/(lab)/lab/router/event-feed';
import { isKillSwitchThrown } from './app/(lab)/lab/router/kill-switch';
import { outcomes } from './app/(lab)/outcomes';
import { READER_LANGUAGE } from './locale-cookie';

export default defineAdit({
  name: 'Adit',
  // The lab also shows short visits.
  monitoring: { log: outcomes, quietMs: 0 },
  router: { onEvent: publishRouterEvent, prefetch: { enabled: () => !isKillSwitchThrown } },
  screens: { ...READER_LANGUAGE, signInHref: '/lab/sign-in' },
});
