export function Broken(): never {
  throw new Error('The page broke while rendering');
}
