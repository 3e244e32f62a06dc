import { createFileRoute } from '@tanstack/react-router';
import { setCookie } from '@tanstack/react-start/server';

/** A route without a page. */
export const Route = createFileRoute('/failing-route')({
  server: {
    handlers: {
      GET: () => {
        setCookie('basket', '7');
        throw new Error('The route failed');
      },
    },
  },
});
