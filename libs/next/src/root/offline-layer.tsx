'use client';

import { useLayoutEffect, useRef, type CSSProperties, type ReactNode } from 'react';

/**
 * React applies these styles through the CSSOM, which a content security policy does not restrict, because no server
 * renders them.
 */
const WHOLE_VIEWPORT: CSSProperties = {
  position: 'fixed',
  inset: 0,
  zIndex: 2_147_483_647,
  display: 'block',
  visibility: 'visible',
  boxSizing: 'border-box',
  width: '100%',
  height: '100%',
  maxWidth: 'none',
  maxHeight: 'none',
  margin: 0,
  padding: 0,
  border: 0,
  overflow: 'auto',
};

/** Covers the page, which keeps its state and its place: invisible and inert until the layer is removed. */
export function OfflineLayer({ onCancel, children }: { onCancel: () => void; children: ReactNode }) {
  const ref = useRef<HTMLDialogElement>(null);
  // Before the browser paints, so that page and offline screen are never visible together.
  useLayoutEffect(() => {
    const layer = ref.current as HTMLDialogElement;
    const { style } = document.body;
    const { visibility } = style;
    // Safari before 15.4 has no dialogs.
    if ('showModal' in layer) layer.showModal();
    // The dialog has moved the focus to its first control.
    layer.querySelector('h1')?.focus();
    style.visibility = 'hidden';
    return () => {
      style.visibility = visibility;
      if ('close' in layer) layer.close();
    };
  }, []);
  return (
    <dialog
      ref={ref}
      style={WHOLE_VIEWPORT}
      onCancel={(event) => {
        event.preventDefault();
        onCancel();
      }}
    >
      {children}
    </dialog>
  );
}
