import { defineNuxtPlugin } from '#app/nuxt';
import { captureError } from '../browser/index.ts';
import { unexpectedOf } from './unexpected.ts';

/** The parts of Nuxt in the browser that are used. */
interface NuxtApp {
  readonly hook: (name: 'app:error' | 'vue:error', listen: (error: unknown) => void) => unknown;
}

/** The plugin for Nuxt in the browser, which the module adds. It reports errors of components and navigations. */
export default defineNuxtPlugin(({ hook }: NuxtApp): void => {
  const report = (error: unknown): void => {
    const unexpected = unexpectedOf(error);
    if (unexpected !== undefined) captureError(unexpected);
  };
  hook('vue:error', report);
  hook('app:error', report);
});
