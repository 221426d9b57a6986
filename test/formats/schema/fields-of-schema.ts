import type { ValidationRule } from '../../../lib/formats/schema/checks/json-schema';

/** Returns the names of all fields in the schemas of a CRD. */
export function fields(crd: unknown): string[] {
  return [...new Set(values(crd, 'properties').flatMap(properties => Object.keys(properties as object)))];
}

/** Returns the values of a key, at any depth. */
export function values(value: unknown, key: string): unknown[] {
  if (typeof value !== 'object' || value === null) {
    return [];
  }
  return Object.entries(value).flatMap(([name, inner]) => [...(name === key ? [inner as unknown] : []), ...values(inner, key)]);
}

/** Returns the messages of all rules in schemas, each once. */
export function messagesOfRules(schemas: unknown): string[] {
  return [...new Set((values(schemas, 'x-kubernetes-validations') as ValidationRule[][]).flat().map(({ message, rule }) => message ?? rule))];
}
