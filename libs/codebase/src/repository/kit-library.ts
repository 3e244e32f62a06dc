import type { Framework } from './kit-application.ts';
import { type Manifest, rangeOf, textsOf } from './read-manifest.ts';

/** A package for applications of a framework, which is no application itself. */
export interface KitLibrary {
  /** The framework that its `package.json` names. */
  readonly framework: Framework;
  /** Its folder; `''` if it is the repository's root. */
  readonly folder: string;
}

/**
 * Whether a package is a library of components for SvelteKit, or a layer of Nuxt. Its pages only show the components, unless it
 * builds a server of Node.
 */
export function isKitLibrary(framework: Framework, manifest: Manifest | undefined): boolean {
  if (framework === 'nuxt') return /(?:^|\/)nuxt\.config\.\w+$/.test(String(manifest?.main));
  if (framework !== 'sveltekit' || rangeOf(manifest, '@sveltejs/adapter-node') !== undefined) return false;
  const isPackaged =
    rangeOf(manifest, '@sveltejs/package') !== undefined ||
    Object.values(textsOf(manifest, 'scripts')).some((script) => /\bsvelte-package\b/.test(script));
  return isPackaged && (typeof manifest?.svelte === 'string' || hasCondition(manifest?.exports, 'svelte'));
}

/** Whether `exports` of a `package.json` has the condition, at any depth. */
const hasCondition = (exports: unknown, name: string): boolean =>
  typeof exports === 'object' &&
  exports !== null &&
  (name in exports || Object.values(exports).some((value) => hasCondition(value, name)));
