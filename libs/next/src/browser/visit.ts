// A separate chunk, for pages without the router's bridge.
export { createVisit } from '@adit/monitoring-client/visit';
