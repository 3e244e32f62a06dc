import type { Viz } from '@viz-js/viz';
import type { MarkdownRenderer } from 'vitepress';
import { drawDiagram } from './diagrams.ts';
import { imageSizeOf } from './image-size.ts';

/** What the additions to Markdown need from their host. */
export interface MarkdownHost {
  readonly viz: Viz;
  /** The bytes of a picture by its address on the site, such as `/assets/docs/lab.png`; undefined for other addresses. */
  readonly readPicture: (address: string) => Uint8Array | undefined;
}

const WIDE_BEGIN = '<div class="wide" role="group" aria-label="Table" tabindex="0">\n';

/**
 * Adds to Markdown: diagrams in fences of the language `dot`, room for pictures before they are there, and tables that scroll by
 * keyboard if they are wider than the page.
 */
export function extendMarkdown(md: MarkdownRenderer, { viz, readPicture }: MarkdownHost): void {
  const { fence, image, table_open: open, table_close: close } = md.renderer.rules;

  md.renderer.rules.fence = (tokens, index, options, env, self) => {
    const token = tokens[index];
    const [language = '', ...words] = token?.info.trim().split(/\s+/) ?? [];
    if (token && language === 'dot') return drawDiagram(viz, token.content, words.join(' '));
    return fence?.(tokens, index, options, env, self) ?? '';
  };

  md.renderer.rules.image = (tokens, index, options, env, self) => {
    const token = tokens[index];
    const address = token?.attrGet('src') ?? '';
    const size = imageSizeOf(readPicture(address) ?? new Uint8Array());
    if (token && size) {
      token.attrSet('width', String(size.width));
      token.attrSet('height', String(size.height));
    }
    return image?.(tokens, index, options, env, self) ?? self.renderToken(tokens, index, options);
  };

  md.renderer.rules.table_open = (tokens, index, options, env, self) =>
    WIDE_BEGIN + (open?.(tokens, index, options, env, self) ?? self.renderToken(tokens, index, options));
  md.renderer.rules.table_close = (tokens, index, options, env, self) =>
    `${close?.(tokens, index, options, env, self) ?? self.renderToken(tokens, index, options)}</div>\n`;
}
