'use client';

export { CopyReference } from './copy-reference.tsx';
export { preloadFallbackTexts } from './fallback-texts-store.ts';
export { InlineFault } from './inline-fault.tsx';
export { inlineCss } from './inline-style.ts';
export { PageFault } from './page-fault.tsx';
export { useFallbackTexts } from './use-fallback-texts.ts';
