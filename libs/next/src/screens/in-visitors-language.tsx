'use client';

// Browsers use another file instead, which loads it late.
import { ScreenStyleSheet } from '#screen-style';
import { useEffect, useState } from 'react';
import type * as LateScreens from './late-screens.tsx';

/** A screen that the server rendered in `lang`. Visitors of another language see theirs as soon as it has loaded. */
export function InVisitorsLanguage(props: LateScreens.LateStatusScreenProps) {
  const [screens, setScreens] = useState<typeof LateScreens>();
  useEffect(() => {
    // Without the chunk, the screen stays unchanged.
    import('./late-screens.tsx').then(setScreens, () => undefined);
  }, []);
  return screens ? <screens.LateStatusScreen {...props} /> : props.children;
}

/** The style sheet of a screen that the server rendered. */
export function ScreenStyle() {
  return <ScreenStyleSheet />;
}
