import { MATCHES } from '../../formats/cel/cel-expression';
import { nodesOf, type SyntaxNode } from '../../formats/cel/meter';

/**
 * Functions and macros of OLM's expressions: those of cel-go without extensions, and OLM's own.
 *
 * @see https://github.com/google/cel-go/blob/master/common/stdlib/standard.go
 */
const FUNCTIONS: ReadonlySet<string> = new Set([
  'has', 'all', 'exists', 'exists_one', 'map', 'filter', 'size', 'type', 'dyn',
  'int', 'uint', 'double', 'string', 'bytes', 'bool', 'timestamp', 'duration',
  'contains', 'startsWith', 'endsWith', 'matches', MATCHES,
  'getDate', 'getDayOfMonth', 'getDayOfWeek', 'getDayOfYear', 'getFullYear', 'getHours', 'getMilliseconds', 'getMinutes', 'getMonth', 'getSeconds',
  'semver_compare',
]);

const RELATIONS: ReadonlySet<string> = new Set(['<', '<=', '>', '>=']);
const NUMBERS: ReadonlySet<string> = new Set(['int', 'uint', 'double']);

/** Type of a property in OLM: its `value` may be anything. */
const PROPERTY = 'map<string, dyn>';

/**
 * Returns why OLM refuses an expression that the engine here accepts: the engine has functions of extensions that OLM does not use, compares numbers
 * of different types, and goes through the items of values whose type is not known.
 *
 * @param nodes all nodes of the expression, with their types
 */
export function olmDialectFault(nodes: readonly SyntaxNode[]): string | undefined {
  // cel-go forgets within macros that it was built without comparisons of different numbers.
  const inMacros = new Set(nodes.filter(({ op }) => op === 'comprehension').flatMap(({ args }) => nodesOf((args as { readonly step: SyntaxNode }).step)));
  for (const node of nodes) {
    const fault = faultOf(node, inMacros.has(node));
    if (fault !== undefined) {
      return fault;
    }
  }
  return undefined;
}

function faultOf({ op, args }: SyntaxNode, isInMacro: boolean): string | undefined {
  if (op === 'call' || op === 'rcall') {
    const [name] = args as [string];
    return FUNCTIONS.has(name) ? undefined : `uses ${name}(), which OLM does not have`;
  }
  if (op === 'comprehension') {
    return isOfProperty((args as { readonly iterable: SyntaxNode }).iterable)
      ? 'goes through the items of a field of a property, whose type OLM does not know; write dyn(…) around the field' : undefined;
  }
  const [left, right] = Array.isArray(args) ? args.map(typeOf) : [];
  if (!isInMacro && RELATIONS.has(op) && left !== right && NUMBERS.has(left!) && NUMBERS.has(right!)) {
    return `compares ${left} with ${right}, which OLM refuses; convert one of them, such as with ${right}(…)`;
  }
  const key = op === '[]' ? /^map<(\w+), /.exec(left ?? '')?.[1] : undefined;
  return key !== undefined && key !== 'dyn' && right !== 'dyn' && key !== right ? `looks for a key of type ${right} in a map with keys of type ${key}` : undefined;
}

/** Whether an expression is a field of a property. */
function isOfProperty({ op, args }: SyntaxNode): boolean {
  const [owner] = Array.isArray(args) ? args as readonly SyntaxNode[] : [];
  return (op === '.' || op === '[]') && owner?.op !== 'map' && typeOf(owner) === PROPERTY;
}

function typeOf(node: unknown): string | undefined {
  return (node as Partial<SyntaxNode> | undefined)?.checkedType?.name;
}
