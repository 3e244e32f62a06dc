/** Replaces `sdk.ts` in server bundles: the SDK's edge build has none of the browser's exports. */
export const prepare = undefined;
