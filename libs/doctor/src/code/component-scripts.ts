/** The first part of a component of Astro, and the content of each script of any component. */
const SCRIPT = /^\s*---\r?\n(?<first>[\s\S]*?)\r?\n---|<script\b[^>]*>(?<script>[\s\S]*?)<\/script>/gi;

/** The scripts of a component of Vue, Svelte or Astro, each at its own line. */
export function componentScripts(text: string): string {
  let at = 0;
  let scripts = '';
  const skipTo = (end: number): void => void (scripts += text.slice(at, end).replaceAll(/[^\n]+/g, ''));
  for (const { 0: block, index, groups } of text.matchAll(SCRIPT)) {
    const script = groups?.first ?? groups?.script ?? '';
    const start = index + block.indexOf(script, block.startsWith('<') ? block.indexOf('>') : 0);
    skipTo(start);
    scripts += script;
    at = start + script.length;
  }
  skipTo(text.length);
  return scripts;
}
