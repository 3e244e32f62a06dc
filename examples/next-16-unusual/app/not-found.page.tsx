export { default, metadata } from '@adit/next/screens/not-found';
