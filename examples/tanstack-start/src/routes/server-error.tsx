import { createFileRoute } from '@tanstack/react-router';
import { createServerFn } from '@tanstack/react-start';
import { setCookie } from '@tanstack/react-start/server';

const loadStock = createServerFn().handler((): string => {
  setCookie('basket', '7');
  throw new Error('The loader failed');
});

export const Route = createFileRoute('/server-error')({
  loader: () => loadStock(),
  headers: () => ({ 'set-cookie': 'visit=1' }),
});
