/** The frameworks that `@adit/kits` sets up: the package that shows each, and the file that configures its build. */
export const FRAMEWORKS = {
  'react-router': { title: 'React Router', dependency: '@react-router/dev', config: 'vite.config' },
  'tanstack-start': { title: 'TanStack Start', dependency: '@tanstack/react-start', config: 'vite.config' },
  sveltekit: { title: 'SvelteKit', dependency: '@sveltejs/kit', config: 'vite.config' },
  nuxt: { title: 'Nuxt', dependency: 'nuxt', config: 'nuxt.config' },
  astro: { title: 'Astro', dependency: 'astro', config: 'astro.config' },
} as const;

/** The name of a framework. */
export type Framework = keyof typeof FRAMEWORKS;

/** An application of a framework other than Next. Paths are relative to the repository's root. */
export interface KitApplication {
  /** The framework that its `package.json` names. */
  readonly framework: Framework;
  /** Its folder; `''` if it is the repository's root. */
  readonly folder: string;
  /** The name in its `package.json`, without the scope; else the folder's, else `app`. */
  readonly name: string;
  /** Its own `package.json`. */
  readonly manifest: string;
  /** The file that configures its build. */
  readonly config: string;
  /** TypeScript if there is a `tsconfig.json`. */
  readonly language: 'ts' | 'js';
}
