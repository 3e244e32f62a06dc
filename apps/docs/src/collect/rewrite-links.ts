/** A fenced block, a span of code, or a link or an image with its text and target. */
const CODE_OR_LINK =
  /^(?<fence> *(?:`{3,}|~{3,}))[^\n]*\n[\s\S]*?^\k<fence>[`~]*$|(?<ticks>`+)(?!`)[\s\S]*?(?<!`)\k<ticks>(?!`)|(?<image>!?)\[(?<text>(?:!\[[^\]]*\]\([^)]*\)|\[[^\]]*\]|[^[\]])*)\]\((?<target>[^()\s]+)\)/gm;

/** Returns the new target; `undefined` leaves only the text of the link. */
export type RewriteTarget = (target: string, isImage: boolean) => string | undefined;

/** Rewrites the target of each link and image in the Markdown. Code is not changed. */
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
