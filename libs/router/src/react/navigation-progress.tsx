'use client';

import { useEffect, useState, type CSSProperties, type ReactNode } from 'react';
import { useNavigationState } from './hooks.ts';

/** Props of {@link NavigationProgress}. */
export interface NavigationProgressProps {
  /** The time a navigation may take before the bar shows. Default 200 ms. */
  readonly delayMs?: number | undefined;
  /** The text for screen readers, announced once. Default `Loading`. */
  readonly label?: string | undefined;
}

/**
 * React applies these styles through the CSSOM, which a content security policy does not restrict, because the bar is
 * never part of a server's HTML. A border keeps a visible colour in forced-colours mode. The label is for screen
 * readers only.
 */
const BAR: CSSProperties = {
  position: 'fixed',
  inset: '0 0 auto',
  zIndex: 9_999,
  height: 1,
  overflow: 'hidden',
  textIndent: '100%',
  whiteSpace: 'nowrap',
  borderTop: 'var(--adit-progress-size, 3px) solid var(--adit-progress-color, currentColor)',
  pointerEvents: 'none',
};

/** The time in which the bar grows almost to its end: longer than the route's deadline of 3.8 s. */
const GROWTH_MS = 8_000;

/** Lets the bar grow from the start of the line, unless the visitor prefers less motion or the host cannot animate. */
function grow(bar: HTMLElement): () => void {
  const still = !('animate' in bar) || matchMedia('(prefers-reduced-motion)').matches;
  bar.style.transformOrigin = getComputedStyle(bar).direction === 'rtl' ? 'right' : 'left';
  const animation = still
    ? undefined
    : bar.animate(
        { transform: ['scaleX(0)', 'scaleX(.95)'] },
        { duration: GROWTH_MS, easing: 'cubic-bezier(0,.8,.3,1)', fill: 'forwards' },
      );
  return () => animation?.cancel();
}

function Bar({ delayMs, label }: Required<NavigationProgressProps>): ReactNode {
  const [late, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), delayMs);
    return () => clearTimeout(timer);
  }, [delayMs]);
  return (
    late && (
      <span ref={grow} style={BAR}>
        {label}
      </span>
    )
  );
}

/**
 * A bar at the top edge during a slow navigation. It covers and moves nothing: it is fixed, grows by a transform alone,
 * and does not show for navigations that are faster than `delayMs`. Colour and thickness are `--adit-progress-color`
 * (default the text colour) and `--adit-progress-size` (default 3px).
 *
 * @throws Error if no provider is above
 */
export function NavigationProgress({ delayMs = 200, label = 'Loading' }: NavigationProgressProps): ReactNode {
  const { status } = useNavigationState();
  const busy = status === 'loading' || status === 'slow';
  // A live region is announced only if it existed before its content.
  return <span role="status">{busy && <Bar delayMs={delayMs} label={label} />}</span>;
}
