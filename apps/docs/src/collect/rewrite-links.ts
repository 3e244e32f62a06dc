/** A fenced block, a span of code, or a link or an image with its text and target. */
const CODE_OR_LINK =
  /^(?<fence> *(?:`{3,}|~{3,}))[^\n]*\n[\s\S]*?^\k<fence>[`~]*$|(?<ticks>`+)(?!`)[\s\S]*?(?<!`)\k<ticks>(?!`)|(?<image>!?)\[(?<text>(?:!\[[^\]]*\]\([^)]*\)|\[[^\]]*\]|[^[\]])*)\]\((?<target>[^()\s]+)\)/gm;

/** What becomes of a target: another target, or nothing, which leaves the text of the link alone. */
export type RewriteTarget = (target: string, isImage: boolean) => string | undefined;

/** The Markdown with the target of each link and image rewritten. Code stays as it is. */
export function rewriteLinks(markdown: string, rewrite: RewriteTarget): string {
  return markdown.replace(CODE_OR_LINK, (whole, ...rest) => {
    const { image, text, target } = rest.at(-1) as Record<'image' | 'text' | 'target', string | undefined>;
    if (text === undefined || target === undefined) return whole;
    // An image may be the text of a link.
    const inner = image ? text : rewriteLinks(text, rewrite);
    const next = rewrite(target, image === '!');
    return next === undefined ? inner : `${image ?? ''}[${inner}](${next})`;
  });
}
