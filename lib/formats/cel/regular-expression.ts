import { RE2JS } from 're2js';

/** Cache of expressions. CRDs have few; expressions that a rule computes from values do not fill the memory. */
const compiled = new Map<string, RE2JS>();
const MAX_CACHED = 1000;

/**
 * Returns the first match of a regular expression, as Go finds it, or undefined.
 *
 * JavaScript's own regular expressions differ in details, such as the characters of `\s`, and take exponential time for some patterns of OLM's CRDs.
 *
 * @throws if the expression is invalid
 * @see https://pkg.go.dev/regexp#Regexp.FindString
 */
export function firstMatch(expression: string, value: string): string | undefined {
  const matcher = compiledExpression(expression).matcher(value);
  return matcher.find() ? matcher.group() ?? '' : undefined;
}

/** Returns the matches of a regular expression, at most the given number, or all if the number is negative. */
export function allMatches(expression: string, value: string, limit: number): string[] {
  const matcher = compiledExpression(expression).matcher(value);
  const matches: string[] = [];
  while ((limit < 0 || matches.length < limit) && matcher.find()) {
    matches.push(matcher.group() ?? '');
  }
  return matches;
}

function compiledExpression(expression: string): RE2JS {
  const known = compiled.get(expression);
  if (known !== undefined) {
    return known;
  }
  const made = RE2JS.compile(expression);
  if (compiled.size >= MAX_CACHED) {
    compiled.clear();
  }
  compiled.set(expression, made);
  return made;
}
