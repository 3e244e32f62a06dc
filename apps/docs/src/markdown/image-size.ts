/** Width and height in pixels of a PNG, or of an SVG whose root has them; undefined for anything else. */
export function imageSizeOf(bytes: Uint8Array): { width: number; height: number } | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const PNG = 0x89504e47;
  if (bytes.byteLength >= 24 && view.getUint32(0) === PNG)
    return { width: view.getUint32(16), height: view.getUint32(20) };
  const [root = ''] = /<svg[^>]*>/.exec(new TextDecoder().decode(bytes)) ?? [];
  const [, width, height] = /\bwidth="([\d.]+)"[^>]*\bheight="([\d.]+)"/.exec(root) ?? [];
  return width && height ? { width: Number(width), height: Number(height) } : undefined;
}
