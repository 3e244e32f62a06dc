'use client';

export { GlobalErrorPage as default } from './caught-error-pages.tsx';
