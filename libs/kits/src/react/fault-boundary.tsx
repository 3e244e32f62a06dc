import { FaultBoundary as Boundary, type FaultProps } from '@adit/fallback-ui/boundary';
import { InlineFault, useFallbackTexts } from '@adit/fallback-ui/client';
import type { ComponentProps } from 'react';
import { monitoring } from '../browser/index.ts';

type BoundaryProps = ComponentProps<typeof Boundary>;

/** Props of {@link FaultBoundary}: those of `@adit/fallback-ui`, without `onFault`. */
export interface ReportingBoundaryProps extends Omit<BoundaryProps, 'fallback' | 'onFault'> {
  /** Rendered in place of the children after an error. Default: one sentence and a button, in the visitor's language. */
  readonly fallback?: BoundaryProps['fallback'] | undefined;
}

/**
 * Catches errors that its children throw while rendering or in effects, reports them with their component stack, and
 * shows a fallback with the reference instead. The rest of the page stays.
 */
export function FaultBoundary({ fallback = InlineFallback, ...props }: ReportingBoundaryProps) {
  return <Boundary {...props} fallback={fallback} onFault={report} />;
}

const report: NonNullable<BoundaryProps['onFault']> = (error, { componentStack }) => {
  monitoring.captureError(error, { contexts: { react: { componentStack } } });
  return monitoring.lastEventId();
};

function InlineFallback(props: FaultProps) {
  return <InlineFault {...props} texts={useFallbackTexts()} />;
}
