export type { Files, ReadableFiles } from './files.ts';
export type { Application, ApplicationFiles, PackageManager, Repository } from './repository/repository.ts';
export type { Change, Plan, PlanOptions, Step } from './plan/plan.ts';
export type { Finding, Level, Report } from './doctor/report.ts';
