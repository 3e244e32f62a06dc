export function loader(): string {
  throw new Error('The loader failed');
}

export default function Never() {
  return <main />;
}
