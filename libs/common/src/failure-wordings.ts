// Each expression reads the lines `linesOf(thrown, 'name', 'message')`.

/**
 * A script or style sheet of the application could not be loaded. In this order: webpack and mini-css-extract-plugin; Turbopack,
 * then Next's route-loader.js; Turbopack's chunk that arrived without the module; `import()` in Chromium, Firefox and Safari;
 * Safari's answer to an HTML page; Vite. One expression, because every page that can recover carries it.
 */
export const MISSING_CHUNK =
  /^ChunkLoadError|: (Loading( CSS| hot update)? chunk \S+ failed(?![. ]?\w)|Failed to load (chunk \S+($| from | as )|(script|stylesheet): )|Module .+ module factory is not|(Failed to fetch|error loading) dynamically imported|Loading failed for the module with|Importing a module script|'\S*' is not a valid JavaScript|Unable to preload CSS for \S+$)/im;

/** The server does not know a Server Action, which an older or newer deployment has: Next in the browser, and on the server. */
export const UNKNOWN_SERVER_ACTION = /^UnrecognizedActionError|: Failed to find Server Action/m;

/**
 * A request got no answer: Chromium, Firefox, Safari, undici; axios. The network need not be down: a blocked request and a refused
 * cross-origin request read the same.
 */
export const FAILED_REQUEST =
  /^(TypeError: (Failed to fetch|NetworkError|Load failed|fetch failed)|AxiosError: Network Error$)/m;
