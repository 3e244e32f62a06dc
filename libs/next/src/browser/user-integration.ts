import type { ClientOptionsHooks } from '@adit/monitoring-config';
import type { Event, User } from '@sentry/nextjs';

type Integration = NonNullable<ClientOptionsHooks['integrations']>[number];

/** Gives events the user that the application names. Events with an id of their own keep it. */
export function userIntegration(readUser: () => User | undefined): Integration {
  return {
    name: 'AditUser',
    processEvent: (event: Event) => {
      if (event.user?.id !== undefined) return event;
      try {
        const user = readUser();
        return user ? { ...event, user: { ...event.user, ...user } } : event;
      } catch {
        // The event matters more.
        return event;
      }
    },
  };
}
