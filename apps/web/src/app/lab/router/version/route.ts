import { cookies } from 'next/headers';
import { buildName, readBuilds } from '../builds';

/** The build that serves this visitor now, as a deployment tells it to whoever polls. */
export async function GET(): Promise<Response> {
  const jar = await cookies();
  const { served } = readBuilds((name) => jar.get(name)?.value);
  return Response.json({ version: buildName(served) }, { headers: { 'cache-control': 'no-store' } });
}
