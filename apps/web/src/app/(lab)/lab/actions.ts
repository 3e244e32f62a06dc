'use server';

import { redirectTo } from '@adit/router/next';

/** Redirects the visitor from a server action. Adds a history entry or replaces the current one. */
export async function redirectFromServer(form: FormData): Promise<void> {
  const history = form.get('history') === 'replace' ? 'replace' : 'push';
  redirectTo(`/lab/arrived?by=${history}`, { history });
}
