import { forbidden, notFound, unauthorized } from 'next/navigation';

/** Ends the rendering with a status, as an application does. */
export function throwStatus(status: string): never {
  if (status === '401') unauthorized();
  if (status === '403') forbidden();
  if (status === '404') notFound();
  throw new Error('A page with a status broke');
}
