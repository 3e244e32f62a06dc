import { useEffect, useState } from 'react';
import { loadedScreens, loadScreens } from './load-screens.ts';

/** How long a screen's chunk may take before the bare message shows. */
const PATIENCE_MS = 3_000;

/** The screens once they are loaded; until then `waiting`, or `missing` if they cannot be had. */
export function useScreens(): NonNullable<ReturnType<typeof loadedScreens>> | 'waiting' | 'missing' {
  const [isMissing, setMissing] = useState(false);
  const [, setLoaded] = useState(false);
  useEffect(() => {
    if (loadedScreens()) return;
    const timer = setTimeout(() => setMissing(true), PATIENCE_MS);
    void loadScreens().then((loaded) => (loaded ? setLoaded(true) : setMissing(true)));
    return () => clearTimeout(timer);
  }, []);
  return loadedScreens() ?? (isMissing ? 'missing' : 'waiting');
}
