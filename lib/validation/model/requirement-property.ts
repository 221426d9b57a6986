import { type BundleProperty, rawValue } from '../../bundle/model/bundle-property';
import { folded, goField } from '../../formats/json/folded-keys';
import { describeType, isMap } from '../../formats/json/json-value';
import { parseVersionRange, type VersionRange } from '../../formats/semver/version-range';
import { quoted } from '../../text/phrases';
import { printableMessage } from '../../text/printable';
import { constraintExpression, type ConstraintExpression, MAX_CONSTRAINT_BYTES } from './constraint-expression';

/** What a property requires of the operators in a namespace, as OLM's resolver parses it. */
export type ParsedRequirement =
  | { readonly type: 'api'; readonly group: string; readonly version: string; readonly kind: string }
  | { readonly type: 'package'; readonly packageName: string; readonly versionRange: string; readonly range: VersionRange }
  | { readonly type: 'label'; readonly label: string }
  | { readonly type: 'expression'; readonly rule: string; readonly failureMessage: string; readonly expression: ConstraintExpression }
  | { readonly type: 'all' | 'any' | 'not'; readonly constraints: readonly ParsedRequirement[] };

/** Thrown for a property that requires something and that OLM cannot parse: its resolver then stops. The message is OLM's. */
export class RequirementError extends Error {
  /**
   * @param message what is wrong
   * @param isLimit whether OLM may be able to parse it, because only a limit of this library is exceeded
   */
  public constructor(message: string, public readonly isLimit: boolean = false) {
    super(printableMessage(message));
  }
}

/** Parsers for the properties that require something. OLM ignores all other properties. */
const PARSERS: { readonly [type: string]: (property: BundleProperty) => ParsedRequirement } = {
  'olm.gvk.required': ({ value, type }) => requiredApi(value, type),
  'olm.package.required': ({ value, type }) => requiredPackage(value, type),
  'olm.label.required': ({ value, type }) => ({ type: 'label', ...stringFields(value, ['label'], type) }),
  'olm.constraint': parsedConstraint,
};

/** Whether OLM's resolver reads a property as a requirement. */
export function isRequirement({ type }: BundleProperty): boolean {
  return Object.hasOwn(PARSERS, type);
}

/**
 * Parses a property that requires something.
 *
 * @param property one for which `isRequirement` is true
 * @throws RequirementError if OLM cannot parse it
 */
export function parseRequirement(property: BundleProperty): ParsedRequirement {
  return PARSERS[property.type]!(property);
}

/** Fields of each struct of a constraint. */
const FIELDS = {
  constraint: ['failureMessage', 'cel', 'package', 'gvk', 'all', 'any', 'not'],
  compound: ['constraints'],
  gvk: ['group', 'kind', 'version'],
  package: ['packageName', 'versionRange'],
  cel: ['rule'],
};

/**
 * Parses an `olm.constraint` property. All of its conditions apply to the same entry.
 *
 * @throws RequirementError if OLM rejects it because of its size, an unknown field, an empty condition, or an invalid range or expression
 * @see https://github.com/operator-framework/api/blob/master/pkg/constraints/constraint.go
 */
function parsedConstraint(property: BundleProperty): ParsedRequirement {
  const { value } = property;
  if (Buffer.byteLength(rawValue(property)) > MAX_CONSTRAINT_BYTES) {
    throw new RequirementError(`parse olm.constraint: olm.constraint value is greater than max constraint size ${MAX_CONSTRAINT_BYTES} bytes`);
  }
  checkFields(value, 1);
  try {
    return conditionOf(value);
  } catch (error) {
    throw error instanceof RequirementError && !error.isLimit ? new RequirementError(`convert olm.constraint to resolver predicate: ${error.message}`) : error;
  }
}

/** Maximum number of constraints within each other: each one takes several calls on the stack, here and in the search. */
const MAX_CONSTRAINT_DEPTH = 100;

/** OLM rejects unknown fields anywhere in a constraint. */
function checkFields(constraint: unknown, depth: number): void {
  if (depth > MAX_CONSTRAINT_DEPTH) {
    throw new RequirementError(`the constraint has more than ${MAX_CONSTRAINT_DEPTH} constraints within each other`, true);
  }
  checkStruct(constraint, FIELDS.constraint);
  checkStruct(goField(constraint, 'gvk'), FIELDS.gvk);
  checkStruct(goField(constraint, 'package'), FIELDS.package);
  checkStruct(goField(constraint, 'cel'), FIELDS.cel);
  for (const compound of ['all', 'any', 'not'].map((name) => goField(constraint, name))) {
    checkStruct(compound, FIELDS.compound);
    constraintsOf(compound).forEach((inner) => checkFields(inner, depth + 1));
  }
}

function checkStruct(value: unknown, known: readonly string[]): void {
  if (value === undefined || value === null) {
    return;
  }
  if (!isMap(value)) {
    throw new RequirementError(`parse olm.constraint: json: cannot unmarshal ${describeType(value)} into a constraint`);
  }
  const unknown = Object.keys(value).find((key) => !known.some((name) => folded(name) === folded(key)));
  if (unknown !== undefined) {
    throw new RequirementError(`parse olm.constraint: json: unknown field ${JSON.stringify(unknown)}`);
  }
}

function constraintsOf(compound: unknown): readonly unknown[] {
  const list = goField(compound, 'constraints') ?? [];
  if (!Array.isArray(list)) {
    throw new RequirementError(`parse olm.constraint: json: cannot unmarshal ${describeType(list)} into a list of constraints`);
  }
  return list;
}

/** Parses a condition. Of several in one struct, OLM takes the first in this order. */
function conditionOf(constraint: unknown): ParsedRequirement {
  const has = (name: string): boolean => (goField(constraint, name) ?? undefined) !== undefined;
  if (has('gvk')) {
    return requiredApi(goField(constraint, 'gvk'), 'olm.constraint');
  }
  if (has('package')) {
    return requiredPackage(goField(constraint, 'package'), 'olm.constraint');
  }
  const compound = (['all', 'any', 'not'] as const).find(has);
  if (compound !== undefined) {
    return { type: compound, constraints: constraintsOf(goField(constraint, compound)).map(conditionOf) };
  }
  if (!has('cel')) {
    throw new RequirementError('constraint is empty');
  }
  const { rule } = stringFields(goField(constraint, 'cel'), ['rule'], 'olm.constraint');
  const { failureMessage } = stringFields(constraint, ['failureMessage'], 'olm.constraint');
  const expression = constraintExpression(rule);
  if ('fault' in expression) {
    throw new RequirementError(expression.isLimit ? `the expression ${quoted(rule)} of a constraint ${expression.fault}`
      : `the expression ${JSON.stringify(rule)} ${expression.fault}`, expression.isLimit);
  }
  return { type: 'expression', rule, failureMessage, expression };
}

function requiredApi(value: unknown, what: string): ParsedRequirement {
  return { type: 'api', ...stringFields(value, ['group', 'version', 'kind'], what) };
}

function requiredPackage(value: unknown, what: string): ParsedRequirement {
  const { packageName, versionRange } = stringFields(value, ['packageName', 'versionRange'], what);
  return { type: 'package', packageName, versionRange, range: packageRange(versionRange) };
}

/**
 * Parses the range of a required package.
 *
 * @throws RequirementError if OLM rejects it
 */
function packageRange(versionRange: string): VersionRange {
  const range = parseVersionRange(versionRange);
  if (range === undefined) {
    throw new RequirementError(`the version range ${JSON.stringify(versionRange)} of a required package cannot be parsed`);
  }
  return range;
}

/**
 * Returns string fields of a value as Go decodes them into a struct: names are matched case-insensitively, and missing fields and null become empty
 * strings.
 *
 * @param what name of the value, for messages
 * @throws RequirementError if a value has another type
 */
function stringFields<Name extends string>(value: unknown, names: readonly Name[], what: string): Record<Name, string> {
  if (value !== null && !isMap(value)) {
    throw new RequirementError(`json: cannot unmarshal ${describeType(value)} into the value of ${what}`);
  }
  return Object.fromEntries(names.map((name) => {
    const found = goField(value, name) ?? '';
    if (typeof found !== 'string') {
      throw new RequirementError(`json: cannot unmarshal ${describeType(found)} into field ${name} of ${what}, of type string`);
    }
    return [name, found];
  })) as Record<Name, string>;
}
