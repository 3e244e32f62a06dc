import type { PrefetchRefusal } from '@adit/router/prefetch';

/** Each refusal in words a visitor understands. */
export const REASONS: Readonly<Record<PrefetchRefusal, string>> = {
  'kill-switch': 'prefetching is switched off',
  'opt-out': 'the link asks not to be guessed',
  'other-origin': 'it leads to another site',
  'not-a-page': 'it is not a page',
  'same-page': 'you are there already',
  bot: 'a crawler does not click',
  offline: 'there is no network',
  hidden: 'nobody is looking at the page',
  'save-data': 'you asked to save data',
  'slow-network': 'the network is slow',
  'session-budget': 'the visit has spent its budget',
  rate: 'the page guesses too fast',
  storm: 'the same page, over and over',
  'backing-off': 'it failed a moment ago',
};
