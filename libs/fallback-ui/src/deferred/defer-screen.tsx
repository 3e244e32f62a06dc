import { useEffect, useState, type ComponentType } from 'react';
import type { CaughtErrorProps } from '../screen-props.ts';
import { BareScreen } from './bare-screen.tsx';

/** Options of {@link deferScreen}. */
export interface DeferScreenOptions<Props extends object> {
  /** Shown until the screen has loaded, and if it cannot be loaded. Default `BareScreen`. */
  readonly bare?: ComponentType<Props> | undefined;
  /**
   * Called once for each error if the screen cannot be loaded. Do here what the screen would have done, such as
   * reporting.
   */
  readonly onMissing?: ((props: Props) => void) | undefined;
  /** Called if the visitor leaves the page, or its tab, before the screen has loaded. */
  readonly onLeave?: ((props: Props) => void) | undefined;
}

/**
 * Makes an error screen that costs the first load a few hundred bytes. The screen itself is in a separate chunk, which
 * is fetched on an error. Until then, and if it cannot be fetched (no network, a newer build, a content security
 * policy), the visitor sees the bare screen.
 *
 * @param load imports the screen: `async () => (await import('./screen')).Screen`
 */
export function deferScreen<Props extends CaughtErrorProps>(
  load: () => Promise<ComponentType<Props>>,
  { bare: Bare = BareScreen, onMissing, onLeave }: DeferScreenOptions<Props> = {},
): ComponentType<Props> {
  let loaded: ComponentType<Props> | undefined;
  const fetchScreen = async (): Promise<ComponentType<Props>> => (loaded ??= await load());

  return function DeferredScreen(props: Props) {
    // In an object, because React would call a function passed as state.
    const [{ Screen }, setScreen] = useState({ Screen: loaded });
    useEffect(() => {
      if (Screen !== undefined) return;
      const waiting = new AbortController();
      const leave = (): void => {
        waiting.abort();
        onLeave?.(props);
      };
      // In the capture phase, so that the handler runs before those that send pending events.
      for (const type of ['visibilitychange', 'pagehide'])
        addEventListener(type, leave, { capture: true, signal: waiting.signal });
      fetchScreen()
        .then(
          (fetched) => setScreen({ Screen: fetched }),
          () => onMissing?.(props),
        )
        .finally(() => waiting.abort());
      // eslint-disable-next-line react-hooks/exhaustive-deps -- for each error, the boundary mounts the screen once
    }, []);
    return Screen === undefined ? <Bare {...props} /> : <Screen {...props} />;
  };
}
