'use client';

export { CopyReference, type CopyReferenceProps } from './copy-reference.tsx';
export { preloadFallbackTexts, type FallbackTextsOptions } from './fallback-texts-store.ts';
export { InlineFault, type InlineFaultProps } from './inline-fault.tsx';
export { inlineCss } from './inline-style.ts';
export { PageFault, type PageFaultProps } from './page-fault.tsx';
export { useFallbackTexts, type UseFallbackTextsOptions } from './use-fallback-texts.ts';
