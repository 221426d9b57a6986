import type { BundleProperty } from '../../bundle/model/bundle-property';
import { goJson } from '../../formats/json/go-json';
import { isRequirement, type ParsedRequirement, parseRequirement, RequirementError } from '../../validation/model/requirement-property';
import type { ProvidedProperties } from '../entries/provided-properties';
import { RequirementUndecided, ResolutionFailure } from '../model/resolution-error';
import type { ResolutionBudget } from './resolution-budget';
import { allOf, anyOf, apiRequirement, expressionRequirement, labelRequirement, noneOf, packageRequirement, type Requirement } from './requirement';

/** Remedy for a constraint beyond what this library parses: these limits protect the call stack, so that no option raises them. */
const SIMPLIFY = 'this limit is fixed: simplify the constraint, or leave the bundle out of the catalog';

/** Reads the requirements of bundles. Equal properties are one requirement, so that its candidates are searched only once. */
export class Requirements {
  readonly #known = new Map<string, Requirement>();

  public constructor(private readonly budget: ResolutionBudget) {}

  /**
   * Returns the requirements of a bundle, in the order of its properties.
   *
   * @throws ResolutionFailure if OLM cannot parse one of its properties
   * @throws RequirementUndecided if a constraint is larger than what is parsed here
   */
  public of({ list }: ProvidedProperties): readonly Requirement[] {
    return list.filter(isRequirement).map((property) => this.#requirement(property));
  }

  #requirement(property: BundleProperty): Requirement {
    const key = `${property.type} ${goJson(property.value)}`;
    const found = this.#known.get(key) ?? requirementOf(parsed(property), this.budget);
    this.#known.set(key, found);
    return found;
  }
}

function parsed(property: BundleProperty): ParsedRequirement {
  try {
    return parseRequirement(property);
  } catch (error) {
    if (!(error instanceof RequirementError)) {
      throw error;
    }
    throw error.isLimit ? new RequirementUndecided(error.message, SIMPLIFY) : new ResolutionFailure(error.message);
  }
}

function requirementOf(parsed: ParsedRequirement, budget: ResolutionBudget): Requirement {
  switch (parsed.type) {
    case 'api': return apiRequirement(parsed);
    case 'package': return packageRequirement(parsed.packageName, parsed.range, parsed.versionRange);
    case 'label': return labelRequirement(parsed.label);
    case 'expression': {
      const { rule, failureMessage, expression } = parsed;
      return expressionRequirement(rule, failureMessage, (properties) => budget.evaluate(rule, (cel) => expression.isTrueFor(properties, cel)));
    }
    default: {
      const constraints = parsed.constraints.map((constraint) => requirementOf(constraint, budget));
      return { all: allOf, any: anyOf, not: noneOf }[parsed.type](constraints);
    }
  }
}
