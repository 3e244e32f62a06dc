export { monitoring } from './monitoring.ts';
export { reportErrors } from './report-errors.ts';
