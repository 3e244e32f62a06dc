import { onRouterTransitionStart } from '../next/router-transition.ts';
import { TRANSITION_EVENT } from '../window-events.ts';
import { pageOfTransition } from './classify-request.ts';

it('reads what onRouterTransitionStart sends', () => {
  const seen: (string | undefined)[] = [];
  const see = (event: Event) => seen.push(pageOfTransition(event, 'https://app.example/home'));
  window.addEventListener(TRANSITION_EVENT, see);
  onRouterTransitionStart('/docs/1?page=2#part', 'push');
  window.removeEventListener(TRANSITION_EVENT, see);
  expect(seen).toEqual(['https://app.example/docs/1?page=2']);
});

it('makes nothing of an event that says nothing', () => {
  expect(pageOfTransition(new Event(TRANSITION_EVENT), 'https://app.example/')).toBeUndefined();
});
