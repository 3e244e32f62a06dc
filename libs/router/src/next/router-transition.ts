import type { HistoryMode } from '../history-mode.ts';
import { TRANSITION_EVENT } from '../window-events.ts';

/** The type of a router transition, in Next's terms. */
export type TransitionType = HistoryMode | 'traverse';

/** One transition that the App Router has begun. */
export interface RouterTransition {
  readonly href: string;
  readonly type: TransitionType;
}

/**
 * Next's own hook for the start of a navigation. Export it from `instrumentation-client.ts`, so that `router.push`,
 * `router.replace` and `<Link replace>` get the route deadline too, in their own history mode. It sends the bridge an
 * event, because that file is loaded long before the bridge and may be bundled separately.
 */
export function onRouterTransitionStart(href: string, type: TransitionType): void {
  window.dispatchEvent(new CustomEvent<RouterTransition>(TRANSITION_EVENT, { detail: { href, type } }));
}

/** Listens for transitions that {@link onRouterTransitionStart} reports; returns a function that stops. */
export function watchRouterTransitions(
  target: EventTarget,
  onTransition: (transition: RouterTransition) => void,
): () => void {
  const handle = (event: Event): void => {
    if (event instanceof CustomEvent) onTransition(event.detail as RouterTransition);
  };
  target.addEventListener(TRANSITION_EVENT, handle);
  return () => target.removeEventListener(TRANSITION_EVENT, handle);
}
