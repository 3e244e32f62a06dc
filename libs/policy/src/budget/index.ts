export { createBudget } from './budget.ts';
export { createMemoryBudgetStore } from './budget-store.ts';
export { fingerprintOf, titleOf } from './fingerprint.ts';

export type { Budget, BudgetOptions } from './budget.ts';
export type { BudgetCount, BudgetStore, MemoryBudgetStoreOptions } from './budget-store.ts';
export type { BudgetDecision, BudgetEvent, BudgetReason } from './decide.ts';
export type { BudgetError } from './report.ts';
