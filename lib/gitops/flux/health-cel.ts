import { ConditionTest, FieldRef, HealthTest, HealthVerdict, KindHealth } from '../health/health-rule';
import { judgeHealth } from '../health/judge-health';

/** Names of list items in nested tests. */
const ITEMS = ['i', 'j', 'k', 'l'];

/** Scope of the fields in the tests of a rule. */
interface Scope {
  /** Number of lists around the test. */
  readonly depth: number;
}

/** Expressions of a kind. `failed` is undefined if objects of the kind never fail. */
export interface HealthCel {
  readonly failed?: string;
  readonly current: string;
}

/**
 * Returns a health check in the Common Expression Language, as Flux evaluates it: untyped, with the fields of the object as variables, and `failed`
 * before `current`; an object that is neither is in progress.
 *
 * No expression can detect that `status` is missing: evaluation fails, and Flux waits. So a kind that is ready without a status is always ready here.
 */
export function healthCel(health: KindHealth): HealthCel {
  if (judgeHealth(health, { metadata: {} }).verdict === 'ready') {
    return { current: 'true' };
  }
  const failed = verdictCel(health, 'failed');
  return { ...(failed === undefined ? {} : { failed }), current: verdictCel(health, 'ready') ?? 'false' };
}

/** Returns an expression for whether the first rule that applies has a verdict, or undefined if no rule has it. */
function verdictCel({ rules }: KindHealth, verdict: HealthVerdict): string | undefined {
  const steps: { isVerdict: boolean; when: string[] }[] = [];
  for (const rule of rules) {
    const isVerdict = rule.verdict === verdict;
    const last = steps.at(-1);
    const when = allCel(rule.when, { depth: 0 });
    if (last?.isVerdict === isVerdict) {
      last.when.push(when);
    } else {
      steps.push({ isVerdict, when: [when] });
    }
  }
  while (steps.at(-1)?.isVerdict === false) {
    steps.pop();
  }
  return steps.length === 0 ? undefined : steps.reduceRight((rest, { isVerdict, when }) => {
    const any = anyCel(when);
    return isVerdict ? (rest === 'false' ? any : `${any} || ${grouped(rest)}`) : `!${grouped(any)} && ${grouped(rest)}`;
  }, 'false');
}

/** Returns a test that does not fail if a field is missing, other than `status` itself. */
function testCel(test: HealthTest, scope: Scope): string {
  switch (test.is) {
    case 'set':
      return guarded(test.field, scope, value => `${value} != ''`);
    case 'true':
      return guarded(test.field, scope, value => `${value} == true`);
    case 'oneOf':
      return guarded(test.field, scope, value => oneOf(value, test.values));
    case 'same':
      return guarded(test.field, scope, value => `${value} != '' && ${guarded(test.as, scope, other => `${value} == ${other}`)}`);
    case 'less':
      return guarded(test.field, scope, value => guarded(test.than, scope, bound => `${value} < ${bound}`));
    case 'condition':
      return conditionCel(test);
    case 'some': {
      const item = ITEMS[scope.depth]!;
      const inner = { depth: scope.depth + 1 };
      return guarded(test.list, scope, list => `${list}.exists(${item}, ${allCel(test.where, inner)})`);
    }
    case 'not':
      return `!${grouped(testCel(test.test, scope))}`;
    case 'any':
      return anyCel(test.of.map(other => testCel(other, scope)));
  }
}

function conditionCel({ type, statuses, reasons, current }: ConditionTest): string {
  const tests = [
    `has(c.type) && c.type == ${quoted(type)}`,
    ...(statuses === undefined ? [] : [`has(c.status) && ${oneOf('c.status', statuses)}`]),
    ...(reasons === undefined ? [] : [`has(c.reason) && ${oneOf('c.reason', reasons)}`]),
    ...(current === true ? ['!(has(metadata.generation) && (has(c.observedGeneration) ? c.observedGeneration : 0) < metadata.generation)'] : []),
  ];
  return `has(status.conditions) && status.conditions.exists(c, ${tests.join(' && ')})`;
}

/** Returns a test of a field, preceded by tests that its parent maps and the field itself exist. */
function guarded({ in: place, path }: FieldRef, { depth }: Scope, test: (value: string) => string): string {
  const start = place === 'object' ? [] : [ITEMS[depth - 1]!];
  const names = [...start, ...path];
  const guards: string[] = [];
  let value = names[0]!;
  for (const key of names.slice(1)) {
    const isName = /^[A-Za-z_]\w*$/.test(key);
    guards.push(isName ? `has(${value}.${key})` : `${quoted(key)} in ${value}`);
    value = isName ? `${value}.${key}` : `${value}[${quoted(key)}]`;
  }
  return [...guards, test(value)].join(' && ');
}

function allCel(tests: readonly HealthTest[], scope: Scope): string {
  return tests.length === 0 ? 'true' : tests.map(test => testCel(test, scope)).map(test => / \|\| | \? /.test(test) ? grouped(test) : test).join(' && ');
}

function anyCel(tests: readonly string[]): string {
  return tests.length === 1 ? tests[0]! : tests.map(grouped).join(' || ');
}

function oneOf(value: string, values: readonly string[]): string {
  return values.length === 1 ? `${value} == ${quoted(values[0]!)}` : `${value} in [${values.map(quoted).join(', ')}]`;
}

function grouped(expression: string): string {
  return /^[a-z]+$/.test(expression) ? expression : `(${expression})`;
}

function quoted(value: string): string {
  return `'${value.replace(/[\\']/g, '\\$&')}'`;
}
