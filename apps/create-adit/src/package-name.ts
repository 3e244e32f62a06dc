/** npm's limit is 214 characters. */
const MAX_LENGTH = 100;

/** A name that npm accepts for a folder's name: `My Shop!` becomes `my-shop`. */
export function packageNameOf(folderName: string): string {
  const name = folderName
    .toLowerCase()
    .replaceAll(/[^a-z0-9._-]+/g, '-')
    .slice(0, MAX_LENGTH)
    .replaceAll(/^[._-]+|[._-]+$/g, '');
  return ['', 'node_modules', 'favicon.ico'].includes(name) ? 'app' : name;
}
