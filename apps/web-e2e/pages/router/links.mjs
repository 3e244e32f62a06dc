import { watchIntents } from '@adit/router/browser';
import { prefetchLinks } from '@adit/router/links';
import {
  createFetchTransport,
  createSpeculationRules,
  linkPrefetchTransport,
} from '@adit/router/links/transports';

// What a test wants is in the address: /page?options={"viewport":false}&transport=fetch
const parameters = new URLSearchParams(location.search);
const rules = createSpeculationRules();
const transports = {
  link: linkPrefetchTransport,
  fetch: createFetchTransport(),
  rules: rules.transport,
};

window.events = [];
window.enabled = true;
window.start = (options) =>
  prefetchLinks({
    viewport: false,
    enabled: () => window.enabled,
    transport: transports[parameters.get('transport') ?? 'link'],
    onEvent: ({ url, phase, priority, source, reason }) =>
      window.events.push({ path: url.replace(location.origin, ''), phase, priority, source, reason }),
    ...options,
  });
window.watchIntents = watchIntents;
window.stopRules = rules.stop;
window.stop = window.start(JSON.parse(parameters.get('options') ?? '{}'));
