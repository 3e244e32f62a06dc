export { adit, type AditIntegration, type AstroRoutes, type AstroSetup } from './integration.ts';
export type { AditPluginOptions } from '../vite/index.ts';
