export { default, type Nitro, type NitroConfig, type Nuxt } from './module.ts';
export type { AditPluginOptions } from '../vite/index.ts';
