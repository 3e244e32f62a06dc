import { createFileRoute } from '@tanstack/react-router';

export const Route = createFileRoute('/server-render-error')({ component: BrokenOnServer });

function BrokenOnServer() {
  if (import.meta.env.SSR) throw new Error('The server could not render');
  return (
    <main>
      <h1>Rendered in the browser</h1>
    </main>
  );
}
