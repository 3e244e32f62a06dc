'use client';
export { default } from '@adit/next/screens/error';
