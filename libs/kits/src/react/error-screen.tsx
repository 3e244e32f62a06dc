import type { CaughtErrorProps } from '@adit/fallback-ui';
import { PageFault, useFallbackTexts } from '@adit/fallback-ui/client';
import { SITE_NAME } from '../built.ts';

interface ErrorScreenProps extends CaughtErrorProps {
  readonly reference: string | undefined;
}

/** The screen of an error in place of a page, in the visitor's language. */
export function ErrorScreen(props: ErrorScreenProps) {
  return <PageFault {...props} siteName={SITE_NAME} texts={useFallbackTexts()} />;
}
