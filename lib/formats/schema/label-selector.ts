import { printableMessage } from '../../text/printable';
import { mapListField, stringField, stringListField, stringMapField } from '../json/json-value';
import { checkArguments } from '../options/check-arguments';

/** Labels or fields of an object, by key. */
interface Values {
  readonly [key: string]: string;
}

/** One requirement of a selector. */
type Requirement = (values: Values) => boolean;

/** Maximum number of requirements of a selector: each is compared with each object. */
const MAX_REQUIREMENTS = 1000;

const KEY = '([A-Za-z0-9](?:[-A-Za-z0-9_./]*[A-Za-z0-9])?)';
const EXISTS = new RegExp(`^(!?)\\s*${KEY}$`);
const EQUAL = new RegExp(`^${KEY}\\s*(==|!=|=)\\s*([^,()\\s]*)$`);
const AMONG = new RegExp(`^${KEY}\\s+(in|notin)\\s+\\(([^()]*)\\)$`);

/**
 * Parses a label selector in the syntax of kubectl's `-l`, such as `app=shop,tier in (web, api),!old`.
 *
 * @returns a function that reports whether labels match, or undefined if the selector is invalid
 * @throws Error if it has more than 1,000 requirements
 * @see https://kubernetes.io/docs/concepts/overview/working-with-objects/labels/#label-selectors
 */
export function labelSelector(selector: string): ((labels: Values) => boolean) | undefined {
  checkArguments('labelSelector', { selector });
  const terms = selector.trim() === '' ? [] : selectorTerms(selector);
  if (terms.length > MAX_REQUIREMENTS) {
    throw new Error(printableMessage(`the label selector has ${terms.length} requirements, and the maximum is ${MAX_REQUIREMENTS}; list values with 'key in (a, b)'`));
  }
  const requirements = terms.map((part) => requirement(part.trim()));
  return requirements.some((found) => found === undefined) ? undefined : (labels) => requirements.every((matches) => matches!(labels));
}

/** Returns the labels that objects must have so that a label selector may match them: those of its terms `key=value`. */
export function requiredLabels(selector: string): (readonly [key: string, value: string])[] {
  return selectorTerms(selector).map((term) => EQUAL.exec(term.trim())).filter((match) => match !== null)
    .filter(([, , operator]) => operator !== '!=').map(([, key, , value]) => [key!, value!] as const);
}

/** Splits a label selector at its commas, except for those in parentheses, which separate values. */
export function selectorTerms(selector: string): string[] {
  const terms: string[] = [];
  let end = selector.length;
  let isInside = false;
  for (let at = end - 1; at >= 0; at--) {
    const character = selector[at]!;
    if (character === '(' || character === ')') {
      isInside = character === ')';
    } else if (character === ',' && !isInside) {
      terms.push(selector.slice(at + 1, end));
      end = at;
    }
  }
  return [...terms, selector.slice(0, end)].reverse();
}

function requirement(part: string): Requirement | undefined {
  const [, not, existing] = EXISTS.exec(part) ?? [];
  if (existing !== undefined) {
    return (values) => Object.hasOwn(values, existing) === (not === '');
  }
  const [, key, operator, value] = EQUAL.exec(part) ?? [];
  if (key !== undefined) {
    return (values) => (own(values, key) === value) === (operator !== '!=');
  }
  const [, among, set, listed] = AMONG.exec(part) ?? [];
  if (among === undefined) {
    return undefined;
  }
  const allowed = new Set(listed!.split(',').map((one) => one.trim()));
  return (values) => allowed.has(own(values, among) ?? '\0') === (set === 'in');
}

function own(values: Values, key: string): string | undefined {
  return Object.hasOwn(values, key) ? values[key] : undefined;
}

/**
 * Whether a label selector of an object matches labels. One without requirements, or a missing one, matches all labels, and one with an unknown
 * operator none.
 */
export function selectsLabels(selector: unknown, labels: Values): boolean {
  return Object.entries(stringMapField(selector, 'matchLabels')).every(([key, value]) => own(labels, key) === value)
    && mapListField(selector, 'matchExpressions').every((expression) => {
      const value = own(labels, stringField(expression, 'key') ?? '');
      const isListed = value !== undefined && stringListField(expression, 'values').includes(value);
      switch (stringField(expression, 'operator')) {
        case 'In': return isListed;
        case 'NotIn': return !isListed;
        case 'Exists': return value !== undefined;
        case 'DoesNotExist': return value === undefined;
        default: return false;
      }
    });
}
