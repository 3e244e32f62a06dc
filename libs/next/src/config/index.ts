export { withAdit, type BuildOptions } from './with-adit.ts';
