import type { Viz } from '@viz-js/viz';

/** The defaults of every diagram: narrow enough for a phone, with colours by the classes of the theme. */
const DEFAULTS = {
  graph: { rankdir: 'TB', bgcolor: 'transparent', nodesep: 0.2, ranksep: 0.35, margin: 0, pad: 0.05 },
  node: {
    shape: 'box',
    style: 'rounded',
    fontname: 'Helvetica',
    fontsize: 12,
    margin: '0.12,0.07',
    height: 0.35,
  },
  edge: { fontname: 'Helvetica', fontsize: 11, arrowsize: 0.7 },
} as const;

const escapeHtml = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

/** Replaces Graphviz' colours with those of the text around it, so that one drawing works in light and dark. */
const themed = (svg: string): string =>
  svg
    .replace(/<\?xml[\s\S]*?(?=<svg)/, '')
    .replace(/<!--[\s\S]*?-->/g, '')
    .replace(/<title>[\s\S]*?<\/title>/g, '')
    .replace(/ id="[^"]*"/g, '')
    .replace(/ xmlns:xlink="[^"]*"/, '')
    .replaceAll(' font-family="Helvetica,sans-Serif"', '')
    .replaceAll('stroke="black"', 'stroke="currentColor"')
    .replaceAll('fill="black"', 'fill="currentColor"')
    .replace(/(width|height)="(\d+)pt"/g, '$1="$2"')
    .replace(/\n+/g, '\n');

/**
 * An HTML figure with the SVG that Graphviz draws from `dot`, and `alt`, which describes the drawing in words for
 * readers who do not see it. Throws if Graphviz reports an error or a warning, or if `alt` is empty. No element has a
 * `role`, because Vue would keep the drawing as code.
 */
export function drawDiagram(viz: Viz, dot: string, alt: string): string {
  if (alt.trim() === '')
    throw new Error('a diagram has no text for those who do not see it: write it after ```dot');
  const result = viz.render(dot, {
    format: 'svg',
    graphAttributes: DEFAULTS.graph,
    nodeAttributes: DEFAULTS.node,
    edgeAttributes: DEFAULTS.edge,
  });
  if (result.status === 'failure' || result.errors.length > 0)
    throw new Error(`diagram "${alt}": ${result.errors.map(({ message }) => message).join('; ')}`);
  const svg = themed(result.output).replace('<svg ', '<svg class="diagram" aria-hidden="true" ').trim();
  return `<figure v-pre>${svg}<figcaption class="visually-hidden">${escapeHtml(alt)}</figcaption></figure>\n`;
}
