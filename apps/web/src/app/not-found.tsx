import type { Metadata } from 'next';
import { classicTexts, NotFoundScreen } from '@adit/fallback-ui';

// Next writes the layout's title into the document beside the screen's own, and the first one counts.
export const metadata: Metadata = { title: classicTexts.notFound.title };

export default function NotFound() {
  return <NotFoundScreen siteName="Adit" />;
}
