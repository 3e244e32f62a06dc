'use client';
export { default } from '@adit/next/screens/global-error';
