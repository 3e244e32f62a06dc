// The plugin of `@adit/kits/vite` inlines these. In Vite's development server they are globals, and without the plugin they are missing.
declare const __ADIT_RELEASE__: string | undefined;
declare const __ADIT_SITE_NAME__: string | undefined;
declare const __ADIT_IS_DEVELOPMENT__: boolean;

/** The release of the build: the same in browser and server. `undefined` without the plugin. */
export const RELEASE = typeof __ADIT_RELEASE__ === 'undefined' ? undefined : __ADIT_RELEASE__;

/** The name of the site as given to the plugin. */
export const SITE_NAME = typeof __ADIT_SITE_NAME__ === 'undefined' ? undefined : __ADIT_SITE_NAME__;

/** Whether Vite's development server runs. */
export const IS_DEVELOPMENT = typeof __ADIT_IS_DEVELOPMENT__ !== 'undefined' && __ADIT_IS_DEVELOPMENT__;

/** The release for the reload breaker, which requires a name. */
export const BUILD_ID = RELEASE ?? 'unknown';

/** The tunnel path of kits. It cannot be changed: no page needs to be told. */
export const TUNNEL_PATH = '/monitoring-tunnel';
