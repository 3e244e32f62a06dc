/** The document title: what this screen is, then whose (WCAG 2.2, 2.4.2). */
export function documentTitle(title: string, siteName: string | null | undefined): string {
  return siteName ? `${title} – ${siteName}` : title;
}
