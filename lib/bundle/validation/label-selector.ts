import type { SuiteDefinition } from './suites/definitions';

const TERM = /^\s*([\w./-]+)\s*(?:(=|==|!=)\s*([\w.-]+)|(in|notin)\s*\(\s*([\w.,\s-]+)\))\s*$/;

/**
 * The suites that a selector of labels selects, as `--select-optional` of operator-sdk does: `name=good-practices`,
 * `suite=operatorframework`, `name in (object,multiarch)`, several terms with commas between them.
 *
 * @throws Error when the selector cannot be read, or selects nothing
 */
export function suitesByLabel(selector: string, suites: readonly SuiteDefinition[]): SuiteDefinition[] {
  const terms = selector.split(/,(?![^(]*\))/).map((term) => termOf(selector, term));
  const selected = suites.filter((suite) => suite.names.length > 0 && terms.every((term) => term(suite)));
  if (selected.length === 0) {
    const names = suites.flatMap((suite) => suite.names.slice(0, 1)).join(', ');
    throw new Error(`the label selector ${JSON.stringify(selector)} selects no suite; there are suite=operatorframework, and name= one of ${names}`);
  }
  return selected;
}

function termOf(selector: string, term: string): (suite: SuiteDefinition) => boolean {
  const match = TERM.exec(term);
  if (match === null) {
    const message = `the label selector ${JSON.stringify(selector)} cannot be read at ${JSON.stringify(term.trim())}`;
    throw new Error(`${message}; write terms such as name=object, suite!=operatorframework or name in (object,multiarch)`);
  }
  const [, key, sign, value, set, values] = match;
  const wanted = values === undefined ? [value!] : values.split(',').map((each) => each.trim());
  const negated = sign === '!=' || set === 'notin';
  return (suite) => labelValues(suite, key!).some((found) => wanted.includes(found)) !== negated;
}

function labelValues({ names, recommended }: SuiteDefinition, key: string): readonly string[] {
  switch (key) {
    case 'name':
      return names;
    case 'suite':
      return recommended ? ['operatorframework'] : [];
    default:
      return [];
  }
}
