import { readFileSync } from 'node:fs';
import { exactJson } from '../../formats/json/exact-json';
import { describeType, field, isMap, type JsonMap, mapListField, stringField, stringListField } from '../../formats/json/json-value';
import { nearestPosition, type ValuePath } from '../../formats/json/source-position';
import { EncodingError, textOf } from '../../formats/json/utf8-text';
import { readYaml } from '../../formats/yaml/read-yaml';
import { YamlSyntaxError } from '../../formats/yaml/source-text';
import { groupBy, repeated } from '../../text/group-by';
import { systemCode, whyUnreadable } from '../../text/system-error';
import { type PlacedProblem as Placed, PlanError } from '../lock/lock-error';
import { PLAN_VERSION, type PlanContent } from './plan-content';
import type { PlannedInstallPlan, PlannedOperator } from './planned-operator';

/**
 * Reads a plan from a file.
 *
 * @throws PlanError with all problems
 */
export function planFromFile(path: string): PlanContent {
  let content: string;
  try {
    content = textOf(readFileSync(path), path);
  } catch (error) {
    if (error instanceof EncodingError) {
      throw new PlanError(path, [{ message: `${error.fault}, or ${REMEDY}`, line: error.position.line }]);
    }
    const why = systemCode(error) === 'ENOENT' ? 'the plan does not exist' : `the plan ${whyUnreadable(error)}`;
    throw new PlanError(path, [{ message: `${why}; make it with \`olm-constructs plan OLD NEW -o json\`` }]);
  }
  return readPlan(content, path);
}

/** Limits of a plan. The changes of ten thousand operators have a few million values. */
const LIMITS = { maxDepth: 50, maxNodes: 5_000_000, target: 'any' } as const;

const REMEDY = 'make the plan again with `olm-constructs plan OLD NEW -o json`';

/** A problem, with a remedy unless it is to create the plan again. */
interface PlacedProblem extends Placed {
  readonly remedy?: string;
}

/** Fields of an operator that are lists, and empty if they are missing, because a plan may be reduced to the part that concerns approval. */
const DETAILS = ['problems', 'crdChanges', 'objectsAffected', 'findings', 'staleWaivers', 'unchecked', 'rightsGained', 'imagesGained', 'deprecations', 'down'];

/**
 * Reads a plan.
 *
 * @param text content of the file
 * @param file its path, for messages
 * @throws PlanError with all problems
 */
export function readPlan(text: string, file: string): PlanContent {
  try {
    const { value, locate } = readYaml(text, LIMITS);
    const problems = problemsOf(value);
    const lineOf = (path: ValuePath): { readonly line?: number } => {
      const position = path.length === 0 ? { line: 1 } : nearestPosition(locate, path);
      return position === undefined ? {} : { line: position.line };
    };
    if (problems.length > 0) {
      throw new PlanError(file, problems.map(({ path, message, remedy = REMEDY }) => ({ message: `${message}; ${remedy}`, ...lineOf(path) })));
    }
    return { ...contentOf(value), source: { file, lines: mapListField(value, 'operators').map((_, index) => lineOf(['operators', index]).line ?? 1) } };
  } catch (error) {
    throw error instanceof YamlSyntaxError ? new PlanError(file, [{ message: `${error.message}; ${REMEDY}`, line: error.position.line }]) : error;
  }
}

function problemsOf(value: unknown): PlacedProblem[] {
  const version = field(value, 'planVersion');
  if (version === undefined) {
    const found = stringField(value, 'kind') ?? (field(value, 'lockVersion') === undefined ? describeType(value) : 'a lock file');
    return [{ path: [], message: `not an upgrade plan of olm-constructs, which has planVersion, but ${found}` }];
  }
  if (version !== PLAN_VERSION) {
    return [{
      path: ['planVersion'],
      message: `planVersion must be ${PLAN_VERSION}, which is what this version of olm-constructs reads, got ${exactJson(version)}`,
      remedy: 'use the version of olm-constructs that made the plan',
    }];
  }
  const operators = field(value, 'operators');
  if (!Array.isArray(operators)) {
    return [{ path: ['operators'], message: `operators must be a list, got ${describeType(operators)}` }];
  }
  const found = operators.flatMap((item: unknown, index) => operatorProblems(item, ['operators', index]));
  return found.length > 0 ? found : [...duplicates(value), ...installPlanProblems(value)];
}

function operatorProblems(item: unknown, path: ValuePath): PlacedProblem[] {
  const what = path.join('.');
  const types = ['namespace', 'packageName', 'kind', 'before', 'after'].filter((key) => stringField(item, key) === undefined)
    .map((key) => ({ path: [...path, key], message: `${what}.${key} must be a string, got ${describeType(field(item, key))}` }));
  const lists = ['approvals', ...DETAILS].filter((key) => !isList(field(item, key), key === 'approvals'))
    .map((key) => ({ path: [...path, key], message: `${what}.${key} must be a list${key === 'approvals' ? ' of names' : ''}, got ${describeType(field(item, key))}` }));
  if (types.length + lists.length > 0) {
    return [...types, ...lists];
  }
  const [kind, before, after] = ['kind', 'before', 'after'].map((key) => stringField(item, key)!) as [string, string, string];
  const approvals = stringListField(item, 'approvals');
  const fits = { added: before === '' && after !== '', changed: before !== '' && after !== '' && before !== after, removed: before !== '' && after === '' }[kind];
  return [
    ...(fits === true ? [] : [{ path: [...path, 'kind'], message: `${what}.kind is '${kind}', which does not fit before '${before}' and after '${after}'` }]),
    ...(approvals.length === 0 || (approvals.at(-1) === after && !approvals.includes(before) && new Set(approvals).size === approvals.length) ? []
      : [{ path: [...path, 'approvals'], message: `${what}.approvals must lead from '${before}' to '${after}', each version once; got ${approvals.join(', ')}` }]),
  ];
}

function isList(value: unknown, ofNames: boolean): boolean {
  return ofNames ? Array.isArray(value) && value.every((name) => typeof name === 'string' && name !== '') : value === undefined || Array.isArray(value);
}

function duplicates(value: unknown): PlacedProblem[] {
  const keys = mapListField(value, 'operators').map((item) => `${stringField(item, 'namespace')}/${stringField(item, 'packageName')}`);
  return repeated(keys).map(({ value: key, index }) => ({ path: ['operators', index], message: `operator '${key}' is in the plan twice` }));
}

/** In a namespace with InstallPlans, each CSV to approve must be in one of them. */
function installPlanProblems(value: unknown): PlacedProblem[] {
  const plans = field(value, 'installPlans') ?? [];
  if (!Array.isArray(plans) || !plans.every((plan) => isMap(plan) && stringField(plan, 'namespace') !== undefined && isList(field(plan, 'csvs'), true))) {
    return [{ path: ['installPlans'], message: 'installPlans must be a list of maps with namespace and csvs' }];
  }
  const byNamespace = (of: string): Map<string, JsonMap[]> => groupBy(mapListField(value, of), (item) => stringField(item, 'namespace')!);
  const listed = (items: readonly JsonMap[], key: string): string => items.flatMap((item) => stringListField(item, key)).sort().join();
  const operators = byNamespace('operators');
  return [...byNamespace('installPlans')].filter(([namespace, ofNamespace]) => (
    listed(ofNamespace, 'csvs') !== listed(operators.get(namespace) ?? [], 'approvals')
  )).map(([namespace]) => ({ path: ['installPlans'], message: `installPlans do not have each approval in namespace '${namespace}' once` }));
}

function contentOf(value: unknown): Pick<PlanContent, 'operators' | 'installPlans'> {
  const complete = (item: JsonMap): JsonMap => ({ ...item, ...Object.fromEntries(DETAILS.map((key) => [key, field(item, key) ?? []])) });
  return {
    operators: mapListField(value, 'operators').map(complete) as unknown as PlannedOperator[],
    installPlans: mapListField(value, 'installPlans') as unknown as PlannedInstallPlan[],
  };
}
