import type { ClientOptionsHooks } from '@adit/monitoring-config';
import type { Event, User } from '@sentry/nextjs';

type Integration = NonNullable<ClientOptionsHooks['integrations']>[number];

/** Adds the application's user to events. Events with a user id keep it. */
export function userIntegration(readUser: () => User | undefined): Integration {
  return {
    name: 'AditUser',
    processEvent: (event: Event) => {
      if (event.user?.id !== undefined) return event;
      try {
        const user = readUser();
        return user ? { ...event, user: { ...event.user, ...user } } : event;
      } catch {
        // The event is sent even if reading the user fails.
        return event;
      }
    },
  };
}
