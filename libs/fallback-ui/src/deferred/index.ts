'use client';

export { BareDocument, BareScreen } from './bare-screen.tsx';
export { deferScreen } from './defer-screen.tsx';
export { documentNonce } from '../document-nonce.ts';
