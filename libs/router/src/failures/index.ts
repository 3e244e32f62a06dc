export { classifyErrorEvent } from './classify-error-event.ts';
export { classifyFailure } from './classify-failure.ts';
export { treatmentOf } from './treatment.ts';

export type { ClassifyFailureOptions, FailureKind } from './classify-failure.ts';
export type { Treatment, TreatmentOptions } from './treatment.ts';
