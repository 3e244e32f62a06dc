export type { Files, ReadableFiles } from './files.ts';
export { readRepository } from './repository/read-repository.ts';
export type { Application, ApplicationFiles, PackageManager, Repository } from './repository/repository.ts';
export { applyPlan, invertPlan } from './plan/apply-plan.ts';
export { createDraft, type Draft } from './plan/draft.ts';
export type { Change, Plan, PlanOptions, Step } from './plan/plan.ts';
export { diagnose } from './doctor/diagnose.ts';
export { exitCode, reportOf, type Finding, type Level, type Report } from './doctor/report.ts';
export type { DoctorContext } from './doctor/check.ts';
