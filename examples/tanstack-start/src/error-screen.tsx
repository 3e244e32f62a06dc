import type { CaughtErrorProps } from '@adit/fallback-ui';
import { PageFault, useFallbackTexts } from '@adit/fallback-ui/client';

export function ErrorScreen(props: CaughtErrorProps) {
  return <PageFault {...props} siteName="Shop" texts={useFallbackTexts()} />;
}
