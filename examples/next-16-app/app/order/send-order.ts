'use server';

import { appendFile } from 'node:fs/promises';

/** Writes the order to a file, one in a line. */
export async function sendOrder(_before: string, order: FormData): Promise<string> {
  const [name, note] = [order.get('name'), order.get('note')];
  await appendFile(process.env['ORDERS_FILE'] ?? 'orders.log', `${JSON.stringify({ name, note })}\n`);
  return 'Ordered';
}
