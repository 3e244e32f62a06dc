export function load(): never {
  throw new Error('The route failed');
}
