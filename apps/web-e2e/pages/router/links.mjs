import { watchIntents } from '@adit/router/browser';
import { prefetchLinks } from '@adit/router/links';

// Test options in the address: /page?options={"viewport":false}
const parameters = new URLSearchParams(location.search);

window.events = [];
window.enabled = true;
window.start = (options) =>
  prefetchLinks({
    viewport: false,
    enabled: () => window.enabled,
    onEvent: ({ url, phase, priority, source, reason }) =>
      window.events.push({ path: url.replace(location.origin, ''), phase, priority, source, reason }),
    ...options,
  });
window.watchIntents = watchIntents;
window.stop = window.start(JSON.parse(parameters.get('options') ?? '{}'));
