export { createNodes, createNodesV2, type PluginOptions } from './inference/create-nodes.ts';
export { initGenerator } from './generators/init.ts';
export type { ApplicationsOptions, InitOptions } from './options.ts';
export { setupGenerator } from './generators/setup.ts';
export { convertSentryGenerator } from './generators/convert-sentry.ts';
export { removeGenerator } from './generators/remove.ts';
