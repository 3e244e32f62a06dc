import { lazy, type ComponentType } from 'react';

/**
 * Replaces `screen-style.tsx` in the browser: the style sheet is in a chunk of its own, because Next puts the screens of
 * 404, 403 and 401 into each document, whose visitors seldom see one. Without the chunk, the screen has no style.
 */
export const ScreenStyleSheet = lazy<ComponentType>(() =>
  import('./screen-style.tsx').then(
    ({ ScreenStyleSheet: Sheet }) => ({ default: Sheet }),
    () => ({ default: () => null }),
  ),
);
