/** Labels or fields of an object, by key. */
interface Values {
  readonly [key: string]: string;
}

/** One requirement of a selector. */
type Requirement = (values: Values) => boolean;

const KEY = '([A-Za-z0-9](?:[-A-Za-z0-9_./]*[A-Za-z0-9])?)';
const EXISTS = new RegExp(`^(!?)\\s*${KEY}$`);
const EQUAL = new RegExp(`^${KEY}\\s*(==|!=|=)\\s*([^,()\\s]*)$`);
const AMONG = new RegExp(`^${KEY}\\s+(in|notin)\\s+\\(([^()]*)\\)$`);

/**
 * Parses a label selector in the syntax of kubectl's `-l`, such as `app=shop,tier in (web, api),!old`.
 *
 * @returns a function that reports whether labels match, or undefined if the selector is invalid
 * @see https://kubernetes.io/docs/concepts/overview/working-with-objects/labels/#label-selectors
 */
export function labelSelector(selector: string): ((labels: Values) => boolean) | undefined {
  // A comma in parentheses separates values.
  const requirements = selector.trim() === '' ? [] : selector.split(/,(?![^(]*\))/).map((part) => requirement(part.trim()));
  return requirements.some((found) => found === undefined) ? undefined : (labels) => requirements.every((matches) => matches!(labels));
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
  const allowed = listed!.split(',').map((one) => one.trim());
  return (values) => allowed.includes(own(values, among) ?? '\0') === (set === 'in');
}

function own(values: Values, key: string): string | undefined {
  return Object.hasOwn(values, key) ? values[key] : undefined;
}
