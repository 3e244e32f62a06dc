export { createVisit } from './visit.ts';
