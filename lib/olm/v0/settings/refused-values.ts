import { isImageReference } from '../../../bundle/oci/image-reference';
import { isObjectLiteral } from '../../../formats/json/json-value';
import { API } from '../../../formats/options/api-types';
import type { OptionsName } from '../../../formats/options/check-options';
import type { OptionType, Struct } from '../../../formats/options/option-type';
import { labelValueErrors, qualifiedNameErrors, subdomainErrors } from '../../../formats/schema/checks/kubernetes-names';
import { isQuantity } from '../../../formats/yaml/go-decoder';
import { notAnImageReference } from './image-references';

/** Returns the problems of a string at a path, as sentences. */
type Rule = (value: string, path: string) => string[];

/** Rules of a kind of value: of a string or of each string in a list, or of the keys and values of a map. */
interface ValueRules {
  readonly text?: Rule;
  readonly keys?: Rule;
  readonly values?: Rule;
}

const OBJECT_NAME: ValueRules = { text: (name, path) => musts(`${path} '${name}'`, subdomainErrors(name)) };

const LABELS: ValueRules = {
  keys: (key, path) => musts(`a key of ${path}, '${key}',`, qualifiedNameErrors(key)),
  values: (value, path) => musts(`${path} '${value}'`, labelValueErrors(value)),
};

/** The case of the keys of annotations does not matter. */
const ANNOTATIONS: ValueRules = { keys: (key, path) => musts(`a key of ${path}, '${key}',`, qualifiedNameErrors(key.toLowerCase())) };

const QUANTITIES: ValueRules = {
  keys: LABELS.keys!,
  values: (value, path) => (isQuantity(value) ? [] : [`${path} must be a quantity such as 100m or 64Mi, got '${value}'`]),
};

/** What options with these names have in each interface of the API. Those of other types, such as a list of labels, are no maps of strings. */
const RULES: { readonly [key: string]: ValueRules } = {
  image: { text: (image, path) => (isImageReference(image) ? [] : [notAnImageReference(path, image)]) },
  pullSecrets: OBJECT_NAME,
  imagePullSecrets: OBJECT_NAME,
  operatorPullSecrets: OBJECT_NAME,
  priorityClassName: OBJECT_NAME,
  labels: LABELS,
  applicationLabels: LABELS,
  nodeSelector: LABELS,
  matchLabels: LABELS,
  annotations: ANNOTATIONS,
  podAnnotations: ANNOTATIONS,
  requests: QUANTITIES,
  limits: QUANTITIES,
};

/** Rules of whole objects, by interface. */
const OBJECT_RULES: { readonly [struct: string]: (value: { readonly [key: string]: unknown }, path: string) => string[] } = {
  Toleration: tolerationProblems,
};

/**
 * Returns the values in options that the API server or OLM refuses whatever the rest of the object is, as sentences: names, labels, quantities,
 * tolerations and image references. The types of the options must be right.
 *
 * @param isKnownLater whether a string is a placeholder for a value that Pulumi computes later; placeholders are not checked
 */
export function refusedValues(name: OptionsName, options: object, isKnownLater: (value: string) => boolean = () => false): string[] {
  return structProblems(API.struct(name), options, '', isKnownLater);
}

function structProblems(struct: Struct, value: object, path: string, isKnownLater: (value: string) => boolean): string[] {
  const fields = value as { readonly [key: string]: unknown };
  return [
    ...(OBJECT_RULES[struct.name]?.(withoutLate(fields, isKnownLater), path) ?? []),
    ...[...struct.fields].flatMap(([key, { type, isOptional }]) => {
      const at = path === '' ? key : `${path}.${key}`;
      // The construct of a required image has its own check.
      const rules = Object.hasOwn(RULES, key) && (isOptional || key !== 'image') ? RULES[key] : undefined;
      return rules === undefined ? innerProblems(type, fields[key], at, isKnownLater) : ruleProblems(rules, fields[key], at, isKnownLater);
    }),
  ];
}

/** Returns the problems in the objects of a field: an object with options, or a list of them. */
function innerProblems({ parts }: OptionType, value: unknown, path: string, isKnownLater: (value: string) => boolean): string[] {
  return parts.flatMap((part) => {
    switch (part.kind) {
      case 'struct':
        return isObjectLiteral(value) ? structProblems(part.struct, value, path, isKnownLater) : [];
      case 'list':
        return Array.isArray(value) ? value.flatMap((item, index) => innerProblems(part.items, item, `${path}[${index}]`, isKnownLater)) : [];
      default:
        return [];
    }
  });
}

function ruleProblems({ text, keys, values }: ValueRules, value: unknown, path: string, isKnownLater: (value: string) => boolean): string[] {
  const apply = (rule: Rule | undefined, found: unknown, at: string): string[] => (
    rule === undefined || typeof found !== 'string' || isKnownLater(found) ? [] : rule(found, at)
  );
  if (Array.isArray(value)) {
    return value.flatMap((item, index) => apply(text, item, `${path}[${index}]`));
  }
  return isObjectLiteral(value) ? Object.entries(value).flatMap(([key, item]) => [...apply(keys, key, path), ...apply(values, item, `${path}.${key}`)])
    : apply(text, value, path);
}

/** @see https://github.com/kubernetes/kubernetes/blob/v1.34.0/pkg/apis/core/validation/validation.go ValidateTolerations */
function tolerationProblems({ key, operator, value, effect, tolerationSeconds }: { readonly [key: string]: unknown }, path: string): string[] {
  return [
    ...(typeof key === 'string' && key !== '' ? musts(`${path}.key '${key}'`, qualifiedNameErrors(key)) : []),
    ...((key === undefined || key === '') && operator !== 'Exists' ? [`${path} has no key, and tolerates every taint only with TolerationOperator.EXISTS; set 'key' or 'operator'`] : []),
    ...(typeof value === 'string' && value !== '' && operator === 'Exists' ? [`${path} has the value '${value}', which TolerationOperator.EXISTS does not compare; omit 'value'`] : []),
    ...(typeof value === 'string' && operator !== 'Exists' ? musts(`${path}.value '${value}'`, labelValueErrors(value)) : []),
    ...(tolerationSeconds !== undefined && effect !== 'NoExecute' ? [`${path} has tolerationSeconds, which only TaintEffect.NO_EXECUTE has; set 'effect' to it, or omit them`] : []),
  ];
}

/** Returns an object in which a value that is known later is a valid one. */
function withoutLate(fields: { readonly [key: string]: unknown }, isKnownLater: (value: string) => boolean): { readonly [key: string]: unknown } {
  return Object.values(fields).some((value) => typeof value === 'string' && isKnownLater(value)) ? { operator: 'Exists', effect: 'NoExecute' } : fields;
}

function musts(what: string, requirements: readonly string[]): string[] {
  return requirements.map((requirement) => `${what} must ${requirement}`);
}
