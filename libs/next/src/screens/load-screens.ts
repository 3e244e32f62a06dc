import type * as LateScreens from './late-screens.tsx';

type Screens = typeof LateScreens;

let screens: Screens | undefined;
let loading: Promise<Screens | undefined> | undefined;

/** The screens, if they have arrived. */
export const loadedScreens = (): Screens | undefined => screens;

/** Fetches the chunk with the screens. Resolves to `undefined` if it cannot be had; the next call tries again. */
export function loadScreens(): Promise<Screens | undefined> {
  return (loading ??= import('./late-screens.tsx').then(
    (loaded) => (screens = loaded),
    () => (loading = undefined),
  ));
}

/** A busy page may never be idle, and errors do not wait for that. */
const IDLE_TIMEOUT_MS = 5_000;

/** Fetches the screens and their texts when the page has loaded and is idle, before the network can fail. */
export function preloadScreens(): void {
  const load = (): void => void loadScreens().then((loaded) => loaded?.preloadTexts());
  const whenIdle = (): void => {
    // Safari has no idle callbacks; `setTimeout` reads these options as no delay.
    ((window as Partial<Window>).requestIdleCallback ?? (setTimeout as typeof requestIdleCallback))(load, {
      timeout: IDLE_TIMEOUT_MS,
    });
  };
  if (document.readyState === 'complete') whenIdle();
  else addEventListener('load', whenIdle);
}
