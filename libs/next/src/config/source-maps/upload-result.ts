import type { UploadPlan } from './plan-upload.ts';
import type { Said } from './watch-upload.ts';

/** The result of uploading the source maps of a build. */
export interface UploadResult {
  readonly outcome: 'uploaded' | 'not-uploaded' | 'debug-ids-only' | 'unknown';
  /** One or two sentences. */
  readonly text: string;
}

/** Returns the result. It is `uploaded` only if Sentry's build steps have said so. */
export function uploadResult(plan: UploadPlan, said: Said): UploadResult {
  if (plan.onlyDebugIds)
    return {
      outcome: 'debug-ids-only',
      text: `Source maps are not uploaded: ${plan.why}. The chunks may have debug ids: upload the maps yourself, and delete them.`,
    };
  const why = plan.why ?? (said.kind === 'failed' ? said.reason : undefined);
  if (why !== undefined)
    return {
      outcome: 'not-uploaded',
      text: `Source maps are not uploaded: ${why}. Stack traces of this build stay minified.`,
    };
  if (said.kind === 'uploaded')
    return { outcome: 'uploaded', text: `Source maps are uploaded to ${plan.to}, project ${plan.project}.` };
  return {
    outcome: 'unknown',
    text: "Whether source maps are uploaded is not known: Sentry's build step has not said so.",
  };
}
