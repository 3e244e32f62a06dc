/**
 * The longest time a timer takes, some 24 days. Hosts keep it in 32 bits, and fire at once what does not fit (HTML, timers;
 * Node, `setTimeout`).
 */
export const MAX_TIMER_MS = 2_147_483_647;
