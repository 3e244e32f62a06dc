/** The first heading of a page without its marks, such as `Adit` for `# Adit`, or undefined. */
export function titleOf(markdown: string): string | undefined {
  const [, title] = /^# (.+)$/m.exec(markdown.replace(/^(`{3,})[\s\S]*?^\1$/gm, '')) ?? [];
  return title?.replace(/[`*]/g, '').replace(/\\([_*<>[\]])/g, '$1');
}
