export { default } from '@adit/next/screens/pages-error';
