/** The maximum delay on a busy page, in milliseconds. */
const IDLE_TIMEOUT_MS = 2_000;

/** Calls `act` when the page has loaded and is idle, at most two seconds after it has loaded. */
export function whenIdle(act: () => void): void {
  // Safari has no `requestIdleCallback`; `setTimeout` reads these options as no delay.
  const idle = (window as Partial<Window>).requestIdleCallback ?? (setTimeout as typeof requestIdleCallback);
  const wait = (): unknown => idle(act, { timeout: IDLE_TIMEOUT_MS });
  if (document.readyState === 'complete') wait();
  else window.addEventListener('load', wait, { once: true });
}
