/**
 * The longest time that a timer accepts, about 24 days. Hosts store it in 32 bits, and fire a longer timer at once
 * (HTML, timers; Node, `setTimeout`).
 */
export const MAX_TIMER_MS = 2_147_483_647;
