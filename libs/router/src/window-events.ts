/** The bridge sends it through the window once the page has started. */
export const ROUTER_STARTED_EVENT = 'adit:router-started';

/** What `onRouterTransitionStart` of `@adit/router/next` sends through the window when the App Router begins a transition. */
export const TRANSITION_EVENT = 'adit:router-transition';
