import { createFileRoute } from '@tanstack/react-router';

export const Route = createFileRoute('/render-error')({ component: Broken });

function Broken() {
  if (!import.meta.env.SSR) throw new Error('The page broke while rendering');
  return <main>One moment</main>;
}
