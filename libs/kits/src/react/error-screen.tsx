import type { CaughtErrorProps } from '@adit/fallback-ui';
import { PageFault, useFallbackTexts } from '@adit/fallback-ui/client';
import { SITE_NAME } from '../built.ts';

/** The screen of an error in place of a page, in the visitor's language. */
export function ErrorScreen(props: CaughtErrorProps) {
  return <PageFault {...props} siteName={SITE_NAME} texts={useFallbackTexts()} />;
}
