import { keyedListOf, type Schema, type ValidationRule } from '../../../formats/schema/schema';
import { Condition } from '../../v0/generated/kubernetes-types';

/** Rule of a field that cannot change. */
export function immutable(message: string): ValidationRule {
  return { rule: 'self == oldSelf', message };
}

/** Rule of a list that can be set once. */
export function immutableOnceSet(field: string): ValidationRule {
  return { rule: 'self == oldSelf || oldSelf.size() == 0', message: `${field} is immutable` };
}

/** Rule of a string that must match a regular expression, which the rule contains in double quotes. */
export function matching(pattern: string, message: string): ValidationRule {
  return { rule: `self.matches("${pattern.replaceAll('\\', '\\\\')}")`, message };
}

/** Variations in upstream's rules of unions. */
export interface UnionStyle {
  /** Name of the discriminator in the message. By default, the name of its field. */
  readonly name?: string;
  /** Whether the rule also tests for the discriminator. True by default. */
  readonly tested?: boolean;
  /** Whether a space follows the question mark. True by default. */
  readonly spaced?: boolean;
}

/** Rule of a union: a field is set only for one value of the discriminator. */
export function memberOf(discriminator: string, value: string, field: string, style: UnionStyle = {}): ValidationRule {
  const { name = discriminator, tested = true, spaced = true } = style;
  const test = `${tested ? `has(self.${discriminator}) && ` : ''}self.${discriminator} == '${value}'`;
  return {
    rule: `${test} ?${spaced ? ' ' : ''}has(self.${field}) : !has(self.${field})`,
    message: `${field} is required when ${name} is ${value}, and forbidden otherwise`,
  };
}

/** Rule of an object in which one optional field is required. */
export function needs(field: string, owner: string): ValidationRule {
  return { rule: `has(self.${field})`, message: `at least one of [${field}] are required when ${owner} is specified` };
}

/** Pattern of DNS-1123 labels, without their maximum length. */
export const DNS_1123_LABEL = '^[a-z0-9]([-a-z0-9]*[a-z0-9])?$';

/** Pattern of DNS-1123 subdomains, without their maximum length. */
export const DNS_1123_SUBDOMAIN = '^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$';

/** Rule of names that are DNS-1123 subdomains. */
export function subdomain(field: string): ValidationRule {
  return matching(DNS_1123_SUBDOMAIN, `${field} must be a valid DNS1123 subdomain. It must contain only lowercase alphanumeric characters, `
    + 'hyphens (-) or periods (.), start and end with an alphanumeric character, and be no longer than 253 characters');
}

/** Conditions of an object, merged by type. */
export function conditions(description: string): Schema {
  return keyedListOf(['type'], Condition, description);
}
