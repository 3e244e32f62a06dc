/** Server bundles have this in place of `sdk.ts`: the SDK's build for edge has none of the browser's exports. */
export const prepare = undefined;
