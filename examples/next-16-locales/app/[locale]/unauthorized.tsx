export { default } from '@adit/next/screens/unauthorized';
