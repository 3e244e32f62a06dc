'use client';

export { ErrorPage as default } from './caught-error-pages.tsx';
