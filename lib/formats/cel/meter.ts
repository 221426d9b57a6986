import { printableMessage } from '../../text/printable';
import type { CelBudget } from './cel-budget';
import { callCost, operatorCost, rangeCost } from './cel-cost';

/** Node of the syntax tree of cel-js, which checks and evaluates itself: the part that its declarations omit. */
export interface SyntaxNode {
  readonly op: string;
  readonly args: unknown;
  /** What is done with the values of the operands. Set by the check of types. */
  handle?: Step;
  /** Type of the value. Set by the check of types. */
  readonly checkedType?: { readonly name: string };
  readonly meta: {
    readonly check: Step;
    readonly evaluate: Step;
    /** Node that replaces this one, because it is a macro. */
    readonly alternate?: SyntaxNode;
    /** Macro that evaluates itself, such as `has`. */
    readonly macro?: { evaluate: Step };
  };
  readonly setMeta: (key: 'check' | 'evaluate', value: Step) => void;
}

type Step = (...values: never[]) => unknown;

/** Operators that build something, with their costs in cel-go. All others cost 1, and in addition what depends on the values. */
const COSTS: { readonly [operator: string]: number } = { list: 10, accuPush: 10, map: 30 };

const BINARY: ReadonlySet<string> = new Set(['!=', '==', 'in', '+', '-', '*', '/', '%', '<', '<=', '>', '>=']);

const OTHERS: ReadonlySet<string> = new Set([
  'value', 'id', '.', '.?', '[]', '[?]', 'call', 'rcall', 'list', 'map', 'comprehension', 'accuValue', 'accuInc', 'accuPush', '?:', '||', '&&', '!_', '-_',
]);

/** Maximum length of the name of a type: that of a map of maps doubles with each level. */
const MAX_TYPE_NAME = 2000;

/** Types that are nested too deeply. */
export class CelTypeError extends RangeError {}

/** Returns all nodes of a tree, including those that replace macros. */
export function nodesOf(root: unknown): SyntaxNode[] {
  const found = new Set<SyntaxNode>();
  const open: unknown[] = [root];
  while (open.length > 0) {
    const next = open.pop();
    if (Array.isArray(next)) {
      next.forEach(each => open.push(each));
    } else if (isNode(next) && !found.has(next)) {
      found.add(next);
      open.push(next.op === 'comprehension' ? Object.values(next.args as object) : next.args, next.meta.alternate);
    }
  }
  return [...found];
}

/** Makes the check of types fail where they are nested so deeply that the check would take exponential time. Must be called before it. */
export function limitTypes(nodes: readonly SyntaxNode[]): void {
  for (const node of nodes) {
    const { check } = node.meta;
    node.setMeta('check', (...values) => {
      const type = check(...values) as { readonly name?: string };
      if ((type.name?.length ?? 0) > MAX_TYPE_NAME) {
        throw new CelTypeError('nested too deeply');
      }
      return type;
    });
  }
}

/**
 * Makes each evaluation of a node spend its cost, before it is done. Must be called after the check of types.
 *
 * @param budget returns the budget of the evaluation that runs
 * @throws Error if the library has an operator that has no cost here
 */
export function meter(nodes: readonly SyntaxNode[], budget: () => CelBudget): void {
  for (const node of nodes) {
    const { op, meta } = node;
    if (!BINARY.has(op) && !OTHERS.has(op)) {
      throw new Error(printableMessage(`the operator '${op}' has no cost`));
    }
    if (meta.macro !== undefined) {
      meta.macro.evaluate = charged(meta.macro.evaluate, () => 1, budget);
    }
    if (op !== 'value') {
      const cost = COSTS[op] ?? 1;
      node.setMeta('evaluate', charged(meta.evaluate, () => cost, budget));
    }
    if (node.handle !== undefined) {
      const valueCost = costOfValues(node);
      node.handle = valueCost === undefined ? node.handle : charged(node.handle, valueCost, budget);
    }
  }
}

/** Returns the cost of a node by the first two arguments of its `handle`. */
function costOfValues({ op, args }: SyntaxNode): ((left: unknown, right: unknown, limit: number) => number) | undefined {
  if (BINARY.has(op)) {
    return (left, right, limit) => operatorCost(op, left, right, limit) - 1;
  }
  switch (op) {
    case 'call': case 'rcall': return (values, _, limit) => callCost((args as [string])[0], values as unknown[], limit) - 1;
    case 'comprehension': return rangeCost;
    default: return undefined;
  }
}

function charged(step: Step, cost: (left: never, right: never, limit: number) => number, budget: () => CelBudget): Step {
  return function (this: unknown, ...values: never[]): unknown {
    const current = budget();
    current.spend(cost(values[0]!, values[1]!, current.left));
    try {
      return step.apply(this, values);
    } catch (error) {
      current.spendError(error);
      throw error;
    }
  };
}

function isNode(value: unknown): value is SyntaxNode {
  return typeof value === 'object' && value !== null && 'op' in value && 'args' in value && 'meta' in value;
}
