/** A row: the endings, the type, and whether Next compresses it. */
type Row = readonly [endings: string, type: string, isCompressed: boolean];

/** The types of the files below `_next/static`, as in Next's table. */
const ROWS: readonly Row[] = [
  ['js mjs', 'application/javascript; charset=UTF-8', true],
  ['css', 'text/css; charset=UTF-8', true],
  ['json', 'application/json; charset=UTF-8', true],
  ['txt', 'text/plain; charset=UTF-8', true],
  ['vtt', 'text/vtt; charset=UTF-8', true],
  ['svg', 'image/svg+xml', true],
  ['xml', 'application/xml', true],
  ['webmanifest', 'application/manifest+json', true],
  ['wasm', 'application/wasm', true],
  ['ttf', 'font/ttf', true],
  ['otf', 'font/otf', true],
  ['eot', 'application/vnd.ms-fontobject', true],
  ['ico', 'image/x-icon', true],
  ['bmp', 'image/bmp', true],
  ['gltf', 'model/gltf+json', true],
  ['woff', 'font/woff', false],
  ['woff2', 'font/woff2', false],
  ['png', 'image/png', false],
  ['apng', 'image/apng', false],
  ['jpg jpeg', 'image/jpeg', false],
  ['gif', 'image/gif', false],
  ['webp', 'image/webp', false],
  ['avif', 'image/avif', false],
  ['jxl', 'image/jxl', false],
  ['heic', 'image/heic', false],
  ['mp4', 'video/mp4', false],
  ['webm', 'video/webm', false],
  ['ogv', 'video/ogg', false],
  ['mov', 'video/quicktime', false],
  ['mp3', 'audio/mpeg', false],
  ['m4a', 'audio/mp4', false],
  ['ogg', 'audio/ogg', false],
  ['wav', 'audio/wav', false],
  ['pdf', 'application/pdf', false],
  ['glb', 'model/gltf-binary', false],
];

/** The type of a file, and whether Next compresses it. */
export interface ContentType {
  readonly type: string;
  readonly isCompressed: boolean;
}

const TYPES: ReadonlyMap<string, ContentType> = new Map(
  ROWS.flatMap(([endings, type, isCompressed]) =>
    endings.split(' ').map((ending) => [ending, { type, isCompressed }] as const),
  ),
);
const UNKNOWN: ContentType = { type: 'application/octet-stream', isCompressed: false };

/** The type by the ending of the name. */
export const contentTypeOf = (name: string): ContentType =>
  TYPES.get(name.slice(name.lastIndexOf('.') + 1).toLowerCase()) ?? UNKNOWN;
