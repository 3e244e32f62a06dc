export { captureError } from '../browser/index.ts';
export { reportServerErrors, startInstance } from './start-instance.ts';
export { withAdit, type AditRouter } from './with-adit.tsx';
