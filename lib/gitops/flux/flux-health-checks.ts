import { ApiObject } from 'cdk8s';
import { lateValue } from '../../constructs/model/late-value';
import { defined } from '../../formats/json/defined';
import { mapField, stringField } from '../../formats/json/json-value';
import { checkArguments } from '../../formats/options/check-arguments';
import { OLM_GROUP, OLM_V1_GROUP } from '../../formats/schema/api-groups';
import { labelErrors, subdomainErrors } from '../../formats/schema/checks/kubernetes-names';
import { suggestNames } from '../../text/suggest-names';
import { EXISTING, UNREFERENCED } from '../../olm/v0/transient-states';
import { printableMessage } from '../../text/printable';
import { ConditionTest, FieldRef, HealthTest, HealthVerdict, KindHealth } from '../health/health-rule';
import { judgeHealth } from '../health/judge-health';
import { KNOWN_HEALTH } from '../health/known-health';
import { FluxHealthCheck, FluxHealthCheckExpression } from './flux-kustomization';

/** Versions of the APIs. Flux compares only the group. */
const VERSIONS: { readonly [group: string]: string } = { [OLM_V1_GROUP]: 'v1' };
/** OLM also uses the name of an Operator as the name of a label. @internal */
export const MAX_OPERATOR_NAME = 63;

const CSV_API = `${OLM_GROUP}/v1alpha1`;

/**
 * Health checks for the kinds of OLM v0, OLM v1 and RukPak in the Common Expression Language. Without them, Flux considers a Subscription ready as
 * soon as it exists.
 *
 * They return the same verdicts as the health checks for Argo CD: what OLM retries by itself is in progress, and only what needs a change is a
 * failure, which ends the wait.
 *
 * @see https://fluxcd.io/flux/components/kustomize/kustomizations/#health-check-expressions
 */
export class FluxHealthChecks {
  /** Returns the health checks of all kinds, for `healthCheckExprs` of a `FluxKustomization`. */
  public static all(): FluxHealthCheckExpression[] {
    return KNOWN_HEALTH.map((health) => (
      { apiVersion: `${health.group}/${VERSIONS[health.group] ?? 'v1alpha1'}`, kind: health.kind, ...healthCel(health) }
    ));
  }

  /**
   * Returns the health check of one kind.
   *
   * @param kind kind of OLM or RukPak, such as `Subscription`
   * @throws Error if there is none for the kind
   */
  public static ofKind(kind: string): FluxHealthCheckExpression {
    checkArguments('FluxHealthChecks.ofKind', { kind });
    const found = FluxHealthChecks.all().find((check) => check.kind === kind);
    if (found === undefined) {
      throw new Error(printableMessage(`there is no health check for the kind '${kind}'; available: ${suggestNames(kind, KNOWN_HEALTH.map((health) => health.kind))}`));
    }
    return found;
  }

  /**
   * Returns the check that waits for a ClusterServiceVersion: the operator runs in this version. OLM creates the ClusterServiceVersion after the
   * Subscription is approved, so the wait includes the approval.
   *
   * @param name name of the ClusterServiceVersion, such as `hello-operator.v0.2.0`
   * @param namespace namespace of the Subscription
   * @throws Error if a name is invalid
   */
  public static csv(name: string, namespace: string): FluxHealthCheck {
    checkArguments('FluxHealthChecks.csv', { name, namespace });
    const problem = [...subdomainErrors(name).map((error) => `name '${name}' must ${error}`), ...labelErrors(namespace).map((error) => `namespace '${namespace}' must ${error}`)][0];
    if (problem !== undefined) {
      throw new Error(printableMessage(`${problem}; pass the name of a ClusterServiceVersion and its namespace`));
    }
    return { apiVersion: CSV_API, kind: 'ClusterServiceVersion', name, namespace };
  }

  /**
   * Returns the check that waits for an operator in any version: OLM's Operator object shows whether its ClusterServiceVersion succeeded.
   *
   * @param packageName package of the Subscription
   * @param namespace namespace of the Subscription
   * @throws Error if the two are too long for the label of OLM, which is the name of the Operator
   */
  public static operator(packageName: string, namespace: string): FluxHealthCheck {
    checkArguments('FluxHealthChecks.operator', { packageName, namespace });
    const name = `${packageName}.${namespace}`;
    if (name.length > MAX_OPERATOR_NAME) {
      throw new Error(printableMessage(`'${name}' has more than ${MAX_OPERATOR_NAME} characters, so OLM does not use it as the name of an Operator; use csv() with the name of the ClusterServiceVersion`));
    }
    return { apiVersion: `${OLM_GROUP}/v1`, kind: 'Operator', name };
  }

  private constructor() {}
}

/** Kinds that are ready as soon as they exist. */
const READY_AT_ONCE = new Set([
  'core/ConfigMap', 'core/Namespace', 'core/Secret', 'core/ServiceAccount', 'networking.k8s.io/NetworkPolicy',
  ...['ClusterRole', 'ClusterRoleBinding', 'Role', 'RoleBinding'].map(kind => `rbac.authorization.k8s.io/${kind}`),
  'scheduling.k8s.io/PriorityClass',
]);

/** Settings for what Flux waits for in a stage. @internal */
export interface StageHealth {
  readonly wait?: boolean;
  readonly healthChecks?: FluxHealthCheck[];
  readonly healthCheckExprs?: FluxHealthCheckExpression[];
}

/**
 * Returns what Flux waits for in a stage: all of its objects, and what OLM creates for them. Flux can wait for all objects that it applies, or for
 * only those in a list; so the list is used if there are objects of OLM.
 *
 * @param created objects that OLM creates
 * @internal
 */
export function stageHealth(objects: readonly ApiObject[], created: readonly FluxHealthCheck[]): StageHealth {
  const kinds = new Set([...objects.map(({ apiGroup, kind }) => `${apiGroup}/${kind}`), ...created.map(({ kind }) => `${OLM_GROUP}/${kind}`)]);
  const expressions = FluxHealthChecks.all().filter(({ apiVersion, kind }) => kinds.has(`${apiVersion.split('/')[0]!}/${kind}`));
  const exprs = expressions.length === 0 ? {} : { healthCheckExprs: expressions };
  if (created.length === 0) {
    return { wait: true, ...exprs };
  }
  const slow = objects.filter(({ apiGroup, kind }) => !READY_AT_ONCE.has(`${apiGroup}/${kind}`));
  const listed = slow.map((object): FluxHealthCheck => {
    // Not that of `object.metadata`, which is the namespace of the chart even for cluster-scoped objects.
    const namespace = stringField(mapField(object.toJson(), 'metadata'), 'namespace');
    return { apiVersion: object.apiVersion, kind: object.kind, name: nameAtSynthesis(object), ...defined({ namespace }) };
  });
  return { healthChecks: [...listed, ...created], ...exprs };
}

/** Name of an object in its manifest: that of a Job depends on objects that may still change. */
function nameAtSynthesis(object: ApiObject): string {
  return lateValue(() => stringField(mapField(object.toJson(), 'metadata'), 'name') ?? object.name) as string;
}

/** Names of list items in nested tests. */
const ITEMS = ['i', 'j', 'k', 'l'];

/** Scope of the fields in the tests of a rule. */
interface Scope {
  /** Number of lists around the test. */
  readonly depth: number;
}

/** Expressions of a kind. `failed` is undefined if objects of the kind never fail. */
interface HealthCel {
  readonly failed?: string;
  readonly current: string;
}

/**
 * Returns a health check in the Common Expression Language, as Flux evaluates it: untyped, with the fields of the object as variables, and `failed`
 * before `current`; an object that is neither is in progress.
 *
 * No expression can detect that `status` is missing: evaluation fails, and Flux waits. So a kind that is ready without a status is always ready here.
 */
function healthCel(health: KindHealth): HealthCel {
  if (judgeHealth(health, { metadata: {} }).verdict === 'ready') {
    return { current: 'true' };
  }
  const failed = verdictCel(health, 'failed');
  return { ...defined({ failed }), current: verdictCel(health, 'ready') ?? 'false' };
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
    case 'lately': {
      const [item, later] = [ITEMS[scope.depth]!, ITEMS[scope.depth + 1]!];
      const isLater = `has(${later}.lastTransitionTime) && has(${item}.lastTransitionTime) && ${later}.lastTransitionTime >= ${item}.lastTransitionTime`;
      const ended = (list: string): string => `${list}.exists(${later}, ${allCel([...test.until], { depth: scope.depth + 2 })} && ${isLater})`;
      return guarded(test.list, scope, list => `${list}.exists(${item}, ${allCel(test.where, { depth: scope.depth + 1 })} && !${ended(list)})`);
    }
    case 'message':
      return [...fieldGuards(test.parts), messageCel(test.of, `c.message == ${textCel(test.parts)}`)].join(' && ');
    case 'replacement':
      return messageCel(test.of, replacementCel('c.message'));
    case 'not':
      return `!${grouped(testCel(test.test, scope))}`;
    case 'any':
      return anyCel(test.of.map(other => testCel(other, scope)));
  }
}

function conditionCel({ type, statuses, reasons, current }: ConditionTest): string {
  const tests = [
    ofType(type),
    ...(statuses === undefined ? [] : [`has(c.status) && ${oneOf('c.status', statuses)}`]),
    ...(reasons === undefined ? [] : [`has(c.reason) && ${oneOf('c.reason', reasons)}`]),
    ...(current === true ? ['!(has(metadata.generation) && (has(c.observedGeneration) ? c.observedGeneration : 0) < metadata.generation)'] : []),
  ];
  return `has(status.conditions) && status.conditions.exists(c, ${tests.join(' && ')})`;
}

function ofType(type: string): string {
  return `has(c.type) && c.type == ${quoted(type)}`;
}

/** Returns a test of the message of a condition. */
function messageCel(type: string, test: string): string {
  return `has(status.conditions) && status.conditions.exists(c, ${ofType(type)} && has(c.message) && ${test})`;
}

/** Returns tests that the fields in a string exist. */
function fieldGuards(parts: readonly (string | FieldRef)[]): string[] {
  return parts.flatMap(part => (typeof part === 'string' ? [] : [guarded(part, { depth: 0 }, value => `${value} != ''`)]));
}

/** Returns a string with fields. */
function textCel(parts: readonly (string | FieldRef)[]): string {
  return parts.map(part => (typeof part === 'string' ? quoted(part) : part.path.join('.'))).join(' + ');
}

/** Returns a test for what `replacementIn` finds in a message. */
function replacementCel(message: string): string {
  const [before, after] = UNREFERENCED;
  const isUnreferenced = `${message}.contains(${quoted(`${before} `)} + w.split(',')[0].split('/')[3] + ${quoted(` ${after}`)})`;
  const some = (test: string): string => `${message}.split(' ').exists(w, w.startsWith(${quoted(`${EXISTING}/`)}) && ${test})`;
  return `${some(isUnreferenced)} && ${some(`!${isUnreferenced}`)}`;
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
