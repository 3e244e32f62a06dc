export { default } from '@adit/kits/tanstack-start/server';
