import { Environment } from '@marcbachmann/cel-js';
import { FluxHealthCheckExpression } from 'olm-constructs/gitops';

const environment = new Environment({ unlistedVariablesAreDyn: true, homogeneousAggregateLiterals: false });
const parsed = new Map<string, ReturnType<Environment['parse']>>();

/** Verdict of Flux; `error` if an expression fails, in which case Flux waits. */
export type CelVerdict = 'inProgress' | 'failed' | 'current' | 'error';

/** Decides on an object as Flux does, without its comparison of `status.observedGeneration`. */
export function celVerdict({ inProgress, failed, current }: FluxHealthCheckExpression, object: object): CelVerdict {
  for (const [name, expression] of [['inProgress', inProgress], ['failed', failed], ['current', current]] as const) {
    if (expression === undefined) {
      continue;
    }
    const program = parsed.get(expression) ?? environment.parse(expression);
    parsed.set(expression, program);
    try {
      if (program(object) === true) {
        return name;
      }
    } catch {
      return 'error';
    }
  }
  return 'inProgress';
}
