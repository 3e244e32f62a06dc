'use client';

import { useNavigationState } from '@adit/router/next';
import { useLayoutEffect, useState, type ReactNode } from 'react';
import { createPortal } from 'react-dom';

/** Properties that the bar of a navigation copies from the page. */
const TAKEN = ['color', '--adit-progress-color', '--adit-progress-size'];

/**
 * Renders children outside the body, whose children belong to the application: a status for screen readers would be the
 * last of them, and an item of its grid. It looks the same as in the body.
 */
export function OutsideBody({ children }: { children: ReactNode }) {
  const { status } = useNavigationState();
  const [place] = useState(() => document.createElement('div'));
  useLayoutEffect(() => {
    // Takes it out of the flow.
    place.style.setProperty('position', 'fixed');
    document.documentElement.append(place);
    return () => place.remove();
  }, [place]);
  useLayoutEffect(() => {
    if (status === 'idle') return;
    const page = getComputedStyle(document.body);
    for (const name of TAKEN) place.style.setProperty(name, page.getPropertyValue(name));
  }, [place, status]);
  return createPortal(children, place);
}
