export { startInstance } from '@adit/kits/tanstack-start';
