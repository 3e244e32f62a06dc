/** The entry `@adit/policy/document`: documents and their rules. It has a regular expression engine, so browsers do not import it. */
export { PolicyError } from './document/policy-error.ts';
export { readDocument } from './document/read-document.ts';
export { applyScrubs } from './rules/apply-scrubs.ts';
export { compileRules } from './rules/compile-rules.ts';
export { subjectOf } from './rules/subject.ts';

export type {
  BudgetSettings,
  NoisePart,
  Pattern,
  PolicyCondition,
  PolicyDocument,
  PolicyRule,
  SubjectKind,
} from './document/policy-document.ts';
export type { PolicyProblem } from './document/policy-error.ts';
export type { CompiledScrub } from './rules/apply-scrubs.ts';
export type { CompileOptions, RuleDecision, RuleSet, RuleVerdict } from './rules/compile-rules.ts';
export type { EnvelopeFacts, Subject } from './rules/subject.ts';
