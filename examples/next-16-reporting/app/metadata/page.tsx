import { connection } from 'next/server';

export async function generateMetadata() {
  await connection();
  throw new Error('server: generateMetadata');
}

export default function MetadataPage() {
  return <p>Metadata</p>;
}
