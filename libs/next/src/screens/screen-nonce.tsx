'use client';

import { createContext, useContext, type ReactNode } from 'react';

const Nonce = createContext<string | undefined>(undefined);

/** The nonce that the root layout gave `AditRoot`. */
export const useScreenNonce = (): string | undefined => useContext(Nonce);

/** Passes the nonce to screens below that a server renders. Those in the browser read it from the page. */
export function ScreenNonce({ nonce, children }: { nonce: string | undefined; children: ReactNode }) {
  return <Nonce.Provider value={nonce}>{children}</Nonce.Provider>;
}
