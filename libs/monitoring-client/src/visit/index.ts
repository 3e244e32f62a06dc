export { clearKeptErrors } from '../kept/forget-errors.ts';
export { createVisit } from './visit.ts';
