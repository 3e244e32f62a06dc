import { ROUTER_LAB } from './link-states';

/** Whether this document was loaded with the lab's kill switch thrown. Read once: a soft navigation changes the address. */
export const isKillSwitchThrown =
  typeof location !== 'undefined' &&
  location.pathname === ROUTER_LAB &&
  new URLSearchParams(location.search).get('prefetch') === 'off';
