import type { Viz } from '@viz-js/viz';
import type { MarkdownRenderer } from 'vitepress';
import { drawDiagram } from './diagrams.ts';
import { imageSizeOf } from './image-size.ts';

/** The functions of the host that the Markdown extensions use. */
export interface MarkdownHost {
  readonly viz: Viz;
  /** The bytes of a picture by its address on the site, such as `/assets/docs/lab.png`; undefined for other addresses. */
  readonly readPicture: (address: string) => Uint8Array | undefined;
}

/**
 * Markup that Vue treats as static. Vue would keep an element with a `role`, and its content, as code of the first
 * load.
 */
const WIDE_BEGIN = '<figure class="wide" aria-label="Table" tabindex="0">\n<table>\n';
const WIDE_END = '</table>\n</figure>\n';

/**
 * Adds to Markdown: diagrams in fences of the language `dot`, space for pictures before they load, and tables that can
 * be scrolled by keyboard if they are wider than the page.
 */
export function extendMarkdown(md: MarkdownRenderer, { viz, readPicture }: MarkdownHost): void {
  const { fence, image } = md.renderer.rules;

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

  md.renderer.rules.table_open = () => WIDE_BEGIN;
  md.renderer.rules.table_close = () => WIDE_END;
}
