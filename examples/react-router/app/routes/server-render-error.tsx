export default function BrokenOnServer() {
  if (import.meta.env.SSR) throw new Error('The server could not render');
  return <main />;
}
