/** The head of README.md: its text up to its first heading. */
const HEAD = /^# .+\n([\s\S]*?)\n## /;

/** A figure of README.md: `- **4.3 KB instead of 58.9 KB** of JavaScript …` with its lines. */
const FIGURE = /^- \*\*(.+?)\*\* ([\s\S]*?)(?=\n- |\n*$(?![\s\S]))/gm;

/** The block of README.md that `npx nx figures docs` writes. */
const FIGURES = /<!-- figures: [^>]*-->\n\n([\s\S]*?)\n\n<!-- end of figures -->/;

/** A short name for each figure, in the order of README.md. */
const NAMES = [
  'of JavaScript in the first load, compared with Sentry’s SDK',
  'of the server’s CPU for an error, compared with `tunnelRoute`',
  'in an hour without Sentry and with 20 kills',
];

/** A space that keeps a number and its unit on one line. */
const NO_BREAK = '\u00a0';

/** The first paragraph of README.md, which is the first of the site too. */
export function sentenceOf(readme: string): string {
  const [sentence] = HEAD.exec(readme)?.[1]?.trim().split(/\n\n/) ?? [];
  if (!sentence) throw new Error('README.md has no text between its title and its first heading');
  return sentence;
}

/** The figures of README.md as tiles, as Markdown. Who presses a tile reads its conditions. */
export function tilesOf(readme: string): string {
  const figures = [...(FIGURES.exec(readme)?.[1] ?? '').matchAll(FIGURE)];
  if (figures.length !== NAMES.length)
    throw new Error(`README.md has ${figures.length} figures, and there are names for ${NAMES.length}`);
  const tiles = figures.map(([, figure = '', conditions = ''], index) =>
    [
      '<details>',
      `<summary><strong>${figure.replace(/(?<=\d) (?=KB|µs)/g, NO_BREAK)}</strong> ${codeOf(NAMES[index] ?? '')}</summary>`,
      '',
      `${figure} ${conditions.trim()}`,
      '',
      '</details>',
    ].join('\n'),
  );
  return ['<div class="tiles">', ...tiles, '</div>'].join('\n');
}

/** Markdown's code marks as HTML: a summary is not Markdown. */
const codeOf = (text: string): string => text.replace(/`([^`]+)`/g, '<code>$1</code>');
