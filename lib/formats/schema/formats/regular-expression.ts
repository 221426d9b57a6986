import { createRequire } from 'node:module';

const load = createRequire(__filename);

type CompiledExpression = ReturnType<typeof import('re2js').RE2JS.compile>;

/** Cache of the expressions of CRDs, of which there are few. */
const compiled = new Map<string, CompiledExpression>();

/**
 * Returns the first match of a regular expression, as Go finds it, or undefined.
 *
 * JavaScript's own regular expressions differ in details, such as the characters of `\s`, and take exponential time for some patterns of OLM's CRDs.
 * The engine is loaded at the first call.
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

function compiledExpression(expression: string): CompiledExpression {
  const known = compiled.get(expression);
  if (known !== undefined) {
    return known;
  }
  const { RE2JS } = load('re2js') as typeof import('re2js');
  const made = RE2JS.compile(expression);
  compiled.set(expression, made);
  return made;
}
