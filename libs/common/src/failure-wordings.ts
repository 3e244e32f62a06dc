// Each expression reads the lines `linesOf(thrown, 'name', 'message')`.

/**
 * A script or style sheet of the application could not be loaded. The alternatives, in order: webpack and
 * mini-css-extract-plugin; Turbopack, then Next's route-loader.js; a Turbopack chunk that arrived without the module;
 * `import()` in Chromium, Firefox and Safari; Safari's answer to an HTML page; Vite. One expression keeps it small:
 * every page that can recover includes it.
 */
export const MISSING_CHUNK =
  /^ChunkLoadError|: (Loading( CSS| hot update)? chunk \S+ failed(?![. ]?\w)|Failed to load (chunk \S+($| from | as )|(script|stylesheet): )|Module .+ module factory is not|(Failed to fetch|error loading) dynamically imported|Loading failed for the module with|Importing a module script|'\S*' is not a valid JavaScript|Unable to preload CSS for \S+$)/im;

/**
 * The server does not have the Server Action, because it runs an older or newer deployment. Messages of Next in the
 * browser, then on the server.
 */
export const UNKNOWN_SERVER_ACTION = /^UnrecognizedActionError|: Failed to find Server Action/m;

/**
 * A request got no answer. Messages of Chromium, Firefox, Safari, undici and axios. The network may be up: a blocked
 * request and a refused cross-origin request have the same message.
 */
export const FAILED_REQUEST =
  /^(TypeError: (Failed to fetch|NetworkError|Load failed|fetch failed)|AxiosError: Network Error$)/m;
