export async function GET(_: Request, { params }: { params: Promise<{ name: string }> }): Promise<Response> {
  const { name } = await params;
  if (name === 'shop.woff2') throw new Error('server: font route');
  return new Response(null, { status: 404 });
}
