'use client';

import { useServerInsertedHTML } from 'next/navigation.js';
import type { ReactNode } from 'react';

/**
 * Elements that were written. React renders a suspended component again, and Next calls the function for each part of a
 * document.
 */
const written = new WeakSet();

/**
 * Writes an element into the head of the server's document. The children of the body belong to the application. React
 * does not render it again in the browser.
 */
export function IntoHead({ element }: { readonly element: object & ReactNode }): ReactNode {
  useServerInsertedHTML(() => {
    if (written.has(element)) return null;
    written.add(element);
    return element;
  });
  return null;
}
