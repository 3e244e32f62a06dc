export { monitoring } from './monitoring.ts';
