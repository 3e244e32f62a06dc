import { ROUTER_LAB } from './link-states';

/**
 * Whether this document was loaded with the lab's kill switch on. Read once, because a soft navigation changes the
 * address.
 */
export const isKillSwitchThrown =
  typeof location !== 'undefined' &&
  location.pathname === ROUTER_LAB &&
  new URLSearchParams(location.search).get('prefetch') === 'off';
