import { createFileRoute } from '@tanstack/react-router';

/** A route without a page. */
export const Route = createFileRoute('/failing-route')({
  server: {
    handlers: {
      GET: () => {
        throw new Error('The route failed');
      },
    },
  },
});
