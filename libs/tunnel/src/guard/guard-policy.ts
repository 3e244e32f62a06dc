import type { EnvelopeJudge, EnvelopePolicy } from '../envelope/policy.ts';

const FAILED: ReturnType<EnvelopeJudge['judge']> = { dropped: [{ reason: 'policy-failed' }] };

/** An item that cannot be judged is dropped: it could hold secrets. It is counted, and the fault is told. */
export function guardPolicy(policy: EnvelopePolicy, report: (error: unknown) => void): EnvelopePolicy {
  return {
    types: policy.types,
    open: (envelope) => {
      const judge = open(policy, envelope, report);
      return {
        header: judge?.header,
        judge: (item, payload) => {
          try {
            return judge === undefined ? FAILED : judge.judge(item, payload);
          } catch (error) {
            report(error);
            return FAILED;
          }
        },
      };
    },
  };
}

function open(
  policy: EnvelopePolicy,
  envelope: Parameters<EnvelopePolicy['open']>[0],
  report: (error: unknown) => void,
): EnvelopeJudge | undefined {
  try {
    return policy.open(envelope);
  } catch (error) {
    report(error);
    return undefined;
  }
}
