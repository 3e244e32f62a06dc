export default function handler(): never {
  throw new Error('pages: API route');
}
