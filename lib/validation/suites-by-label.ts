import type { SuiteDefinition } from './suites/definitions';

const TERM = /^\s*([\w./-]+)\s*(?:(=|==|!=)\s*([\w.-]+)|(in|notin)\s*\(\s*([\w.,\s-]+)\))\s*$/;

/** Label value of the suites that upstream recommends. */
const RECOMMENDED = 'operatorframework';

/**
 * Returns the suites that a label selector selects, as `--select-optional` of operator-sdk does: `name=good-practices`, `suite=operatorframework`,
 * `name in (object,multiarch)`, or several requirements separated by commas.
 *
 * Unlike operator-sdk, it rejects unknown labels and values, which would silently select nothing, or everything with `!=`.
 *
 * @throws Error when the selector is invalid, names an unknown label or value, or selects nothing
 */
export function suitesByLabel(selector: string, suites: readonly SuiteDefinition[]): SuiteDefinition[] {
  const requirements = selector.split(/,(?![^(]*\))/).map((term) => requirementOf(selector, term, suites));
  const selected = suites.filter((suite) => suite.names.length > 0 && requirements.every((requirement) => requirement(suite)));
  if (selected.length === 0) {
    throw new Error(`the label selector ${JSON.stringify(selector)} selects no suite; remove one of its requirements`);
  }
  return selected;
}

function requirementOf(selector: string, term: string, suites: readonly SuiteDefinition[]): (suite: SuiteDefinition) => boolean {
  const match = TERM.exec(term);
  if (match === null) {
    const message = `the label selector ${JSON.stringify(selector)} is invalid at ${JSON.stringify(term.trim())}`;
    throw new Error(`${message}; write requirements such as name=object, suite!=${RECOMMENDED} or name in (object,multiarch)`);
  }
  const [, label, operator, value, setOperator, values] = match;
  const listed = values === undefined ? [value!] : values.split(',').map((each) => each.trim());
  const valuesOf = LABELS.get(label!);
  if (valuesOf === undefined) {
    throw new Error(`unknown label '${label!}' in the label selector ${JSON.stringify(selector)}; known labels: ${quoted([...LABELS.keys()])}`);
  }
  const known = [...new Set(suites.flatMap(valuesOf))];
  const unknown = listed.find((each) => !known.includes(each));
  if (unknown !== undefined) {
    throw new Error(`unknown value '${unknown}' of the label ${label!} in the label selector ${JSON.stringify(selector)}; known values: ${quoted(known)}`);
  }
  const negated = operator === '!=' || setOperator === 'notin';
  return (suite) => valuesOf(suite).some((found) => listed.includes(found)) !== negated;
}

/** Values of a suite, by label. */
const LABELS: ReadonlyMap<string, (suite: SuiteDefinition) => readonly string[]> = new Map([
  ['name', ({ names }) => names],
  ['suite', ({ recommended }) => (recommended ? [RECOMMENDED] : [])],
]);

function quoted(names: readonly string[]): string {
  return names.map((name) => `'${name}'`).join(', ');
}
