/** Name and version of this application; vite.config.ts inlines it. */
declare const __RELEASE__: string;
