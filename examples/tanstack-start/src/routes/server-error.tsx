import { createFileRoute } from '@tanstack/react-router';
import { createServerFn } from '@tanstack/react-start';

const loadStock = createServerFn().handler((): string => {
  throw new Error('The loader failed');
});

export const Route = createFileRoute('/server-error')({ loader: () => loadStock() });
