import type { FaultProps } from '../boundary/fault-boundary.ts';
import { ErrorScreen } from '../error-screen.tsx';
import { OfflineScreen } from '../offline-screen.tsx';
import type { NestedScreenProps } from '../screen-props.ts';
import { texts as classicTexts } from '../texts/classic/en.ts';
import { UpdateScreen } from '../update-screen.tsx';
import { CopyReference } from './copy-reference.tsx';

/** What {@link PageFault} accepts besides what a boundary gives it. */
export interface PageFaultProps extends FaultProps, NestedScreenProps {}

/**
 * The fallback for a whole page: `<FaultBoundary fallback={PageFault}>`, or a component of the host that renders it with
 * its `texts` and `siteName`. Shows the offline, update or error screen, by the kind of the fault.
 */
export function PageFault({
  error,
  kind,
  reference,
  retry,
  reset,
  texts = classicTexts,
  ...screen
}: PageFaultProps) {
  switch (kind) {
    case 'offline':
      return <OfflineScreen {...screen} texts={texts} retry={retry} reset={reset} />;
    case 'skew':
    case 'missing-chunk':
      return <UpdateScreen {...screen} texts={texts} moveFocus />;
    case 'server':
    case 'client':
      return (
        <ErrorScreen
          {...screen}
          texts={texts}
          error={error}
          retry={retry}
          reset={reset}
          reference={reference}
          referenceAction={reference !== undefined && <CopyReference value={reference} texts={texts} />}
        />
      );
  }
}
