export const runtime = 'edge';
export const dynamic = 'force-dynamic';

export default function EdgePage() {
  throw new Error('edge: render');
}
