import type { Metadata } from 'next';
import { describeScreen, NotFoundScreen } from '@adit/fallback-ui';
import { readTexts } from '../texts';

// Next writes the layout's title into the document beside the screen's own, and the first one counts.
export async function generateMetadata(): Promise<Metadata> {
  return { title: describeScreen('notFound', { texts: await readTexts() }).title };
}

export default async function NotFound() {
  return <NotFoundScreen texts={await readTexts()} siteName="Adit" />;
}
