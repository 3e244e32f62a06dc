/** The bridge sends it through the window once the page has started. */
export const ROUTER_STARTED_EVENT = 'adit:router-started';

/**
 * Sent through the window by `onRouterTransitionStart` of `@adit/router/next` when the App Router begins a transition.
 */
export const TRANSITION_EVENT = 'adit:router-transition';
