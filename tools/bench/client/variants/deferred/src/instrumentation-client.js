import { monitoring } from './monitoring/client.js';

export const { onRouterTransitionStart } = monitoring;
