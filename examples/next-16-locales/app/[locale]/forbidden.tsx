export { default } from '@adit/next/screens/forbidden';
