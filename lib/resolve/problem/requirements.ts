import { type BundleProperty, rawValue } from '../../bundle/model/bundle-property';
import { folded, goField } from '../../formats/json/folded-keys';
import { goJson } from '../../formats/json/go-json';
import { describeType, isMap } from '../../formats/json/json-value';
import { parseVersionRange, type VersionRange } from '../../formats/semver/version-range';
import { quoted } from '../../text/phrases';
import { constraintExpression, MAX_CONSTRAINT_BYTES } from '../../validation/model/constraint-expression';
import type { ProvidedProperties } from '../entries/provided-properties';
import { ResolutionFailure } from '../model/resolution-error';
import { ResolutionUndecided } from '../model/resolution-undecided';
import type { ResolutionBudget } from './resolution-budget';
import { allOf, anyOf, apiRequirement, expressionRequirement, labelRequirement, noneOf, packageRequirement, type Requirement } from './requirement';

/** Readers for the properties that require something. OLM ignores all other properties. */
const READERS: { readonly [type: string]: (property: BundleProperty, budget: ResolutionBudget) => Requirement } = {
  'olm.gvk.required': ({ value, type }) => apiRequirement(stringFields(value, ['group', 'version', 'kind'], type)),
  'olm.package.required': ({ value, type }) => {
    const { packageName, versionRange } = stringFields(value, ['packageName', 'versionRange'], type);
    return packageRequirement(packageName, packageRange(versionRange), versionRange);
  },
  'olm.label.required': ({ value, type }) => labelRequirement(stringFields(value, ['label'], type).label),
  'olm.constraint': constraintRequirement,
};

/** Reads the requirements of bundles. Equal properties are one requirement, so that its candidates are searched only once. */
export class Requirements {
  readonly #known = new Map<string, Requirement>();

  public constructor(private readonly budget: ResolutionBudget) {}

  /**
   * Returns the requirements of a bundle, in the order of its properties.
   *
   * @throws ResolutionFailure if OLM cannot parse one of its properties
   * @throws ResolutionUndecided if an expression is larger than what is parsed here
   */
  public of({ list }: ProvidedProperties): readonly Requirement[] {
    return list.filter(({ type }) => Object.hasOwn(READERS, type)).map((property) => this.#requirement(property));
  }

  #requirement(property: BundleProperty): Requirement {
    const key = `${property.type} ${goJson(property.value)}`;
    const found = this.#known.get(key) ?? READERS[property.type]!(property, this.budget);
    this.#known.set(key, found);
    return found;
  }
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
 * Returns the requirement of an `olm.constraint` property. All of its conditions apply to the same entry.
 *
 * @throws ResolutionFailure if OLM rejects it because of its size, an unknown field, an empty condition, or an invalid range or expression
 * @see https://github.com/operator-framework/api/blob/master/pkg/constraints/constraint.go
 */
export function constraintRequirement(property: BundleProperty, budget: ResolutionBudget): Requirement {
  const { value } = property;
  if (Buffer.byteLength(rawValue(property)) > MAX_CONSTRAINT_BYTES) {
    throw new ResolutionFailure(`parse olm.constraint: olm.constraint value is greater than max constraint size ${MAX_CONSTRAINT_BYTES} bytes`);
  }
  checkFields(value);
  try {
    return conditionOf(value, budget);
  } catch (error) {
    throw error instanceof ResolutionFailure ? new ResolutionFailure(`convert olm.constraint to resolver predicate: ${error.message}`) : error;
  }
}

/** OLM rejects unknown fields anywhere in a constraint. */
function checkFields(constraint: unknown): void {
  struct(constraint, FIELDS.constraint);
  struct(goField(constraint, 'gvk'), FIELDS.gvk);
  struct(goField(constraint, 'package'), FIELDS.package);
  struct(goField(constraint, 'cel'), FIELDS.cel);
  for (const compound of ['all', 'any', 'not'].map((name) => goField(constraint, name))) {
    struct(compound, FIELDS.compound);
    constraintsOf(compound).forEach(checkFields);
  }
}

function struct(value: unknown, known: readonly string[]): void {
  if (value === undefined || value === null) {
    return;
  }
  if (!isMap(value)) {
    throw new ResolutionFailure(`parse olm.constraint: json: cannot unmarshal ${describeType(value)} into a constraint`);
  }
  const unknown = Object.keys(value).find((key) => !known.some((name) => folded(name) === folded(key)));
  if (unknown !== undefined) {
    throw new ResolutionFailure(`parse olm.constraint: json: unknown field ${JSON.stringify(unknown)}`);
  }
}

function constraintsOf(compound: unknown): readonly unknown[] {
  const list = goField(compound, 'constraints') ?? [];
  if (!Array.isArray(list)) {
    throw new ResolutionFailure(`parse olm.constraint: json: cannot unmarshal ${describeType(list)} into a list of constraints`);
  }
  return list;
}

function conditionOf(constraint: unknown, budget: ResolutionBudget): Requirement {
  const has = (name: string): boolean => (goField(constraint, name) ?? undefined) !== undefined;
  const inner = (name: string): Requirement[] => constraintsOf(goField(constraint, name)).map((each) => conditionOf(each, budget));
  if (has('gvk')) {
    return apiRequirement(stringFields(goField(constraint, 'gvk'), ['group', 'version', 'kind'], 'olm.constraint'));
  }
  if (has('package')) {
    const { packageName, versionRange } = stringFields(goField(constraint, 'package'), ['packageName', 'versionRange'], 'olm.constraint');
    return packageRequirement(packageName, packageRange(versionRange), versionRange);
  }
  if (has('all')) {
    return allOf(inner('all'));
  }
  if (has('any')) {
    return anyOf(inner('any'));
  }
  if (has('not')) {
    return noneOf(inner('not'));
  }
  if (has('cel')) {
    const { rule } = stringFields(goField(constraint, 'cel'), ['rule'], 'olm.constraint');
    const { failureMessage } = stringFields(constraint, ['failureMessage'], 'olm.constraint');
    const expression = constraintExpression(rule);
    if ('fault' in expression) {
      throw expression.isLimit ? new ResolutionUndecided(`the expression ${quoted(rule)} of a constraint ${expression.fault}`)
        : new ResolutionFailure(`the expression ${JSON.stringify(rule)} ${expression.fault}`);
    }
    return expressionRequirement(rule, failureMessage, (properties) => (
      budget.evaluate(rule, (cel) => expression.isTrueFor(properties, cel))
    ));
  }
  throw new ResolutionFailure('constraint is empty');
}

/**
 * Parses the range of a required package.
 *
 * @throws ResolutionFailure if OLM rejects it
 */
export function packageRange(versionRange: string): VersionRange {
  const range = parseVersionRange(versionRange);
  if (range === undefined) {
    throw new ResolutionFailure(`the version range ${JSON.stringify(versionRange)} of a required package cannot be parsed`);
  }
  return range;
}

/**
 * Returns string fields of a value as Go decodes them into a struct: names are matched case-insensitively, and missing fields and null become empty
 * strings.
 *
 * @param what name of the value, for messages
 * @throws ResolutionFailure if a value has another type
 */
export function stringFields<Name extends string>(value: unknown, names: readonly Name[], what: string): Record<Name, string> {
  if (value !== null && !isMap(value)) {
    throw new ResolutionFailure(`json: cannot unmarshal ${describeType(value)} into the value of ${what}`);
  }
  return Object.fromEntries(names.map((name) => {
    const found = goField(value, name) ?? '';
    if (typeof found !== 'string') {
      throw new ResolutionFailure(`json: cannot unmarshal ${describeType(found)} into field ${name} of ${what}, of type string`);
    }
    return [name, found];
  })) as Record<Name, string>;
}
