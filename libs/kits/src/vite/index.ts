export { adit, type AditPluginOptions } from './adit.ts';
