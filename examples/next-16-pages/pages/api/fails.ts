export default function handler(): never {
  throw new Error('The route failed');
}
