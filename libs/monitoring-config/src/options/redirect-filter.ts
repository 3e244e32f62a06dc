import type { Client } from '@sentry/core';

const REDIRECT_FILTER = 'NextRedirectErrorFilter';

/**
 * Removes the filter that @sentry/nextjs adds in the browser. It drops redirects and every error with a redirect among its causes;
 * the rule `framework-control-flow` drops only redirects. The SDK adds the filter after integrations, so it is removed when an event
 * is processed.
 */
export function removeRedirectFilter(client: Client): void {
  client.on('preprocessEvent', () => {
    const processors = client.getEventProcessors();
    const index = processors.findIndex(({ id }) => id === REDIRECT_FILTER);
    if (index !== -1) processors.splice(index, 1);
  });
}
