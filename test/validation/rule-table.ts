import type { BundleViewOptions } from '../../lib/validation/model/bundle-view';
import type { ValidationSuite } from '../../lib/validation/model/suite';
import { SUITES } from '../../lib/validation/suites/definitions';
import { LOAD_RULES } from '../../lib/validation/suites/read-rules';
import { type Change, changedBundle, findingsIn } from './valid-bundle';

/** A breach of a rule: a change to the valid bundle, and the expected finding. */
export interface Breach extends Change {
  readonly id: string;
  readonly what: string;
  readonly options?: BundleViewOptions;

  /** Expected part of the message. */
  readonly message: string;

  /** Expected `file path`, or the file alone if there is no path. Omitted if there is neither. */
  readonly at?: string;

  /** Expected severity, if it is not the rule's. */
  readonly severity?: 'error' | 'warning';

  /** Expected number of findings of the rule; 1 if omitted. */
  readonly count?: number;
}

/** A change similar to a breach that the rule must accept. */
export interface Passing extends Change {
  readonly id: string;
  readonly what: string;
  readonly options?: BundleViewOptions;
}

/**
 * Tests a suite: every rule finds its breaches, and accepts the valid bundle and similar changes.
 *
 * @param defaults options without which the valid bundle would have findings
 * @param always rules that have a finding in every bundle
 * @param elsewhere rules whose breaches the test of another suite has
 */
export function testSuite(
  suite: ValidationSuite,
  breaches: readonly Breach[],
  passing: readonly Passing[] = [],
  defaults: BundleViewOptions = {},
  always: readonly string[] = [],
  elsewhere: readonly string[] = [],
): void {
  const { rules } = SUITES.find((definition) => definition.suite === suite)!;
  const own = rules.filter((rule) => !LOAD_RULES.some(({ id }) => id === rule.id));

  it('finds nothing in a valid bundle', () => {
    expect(findingsIn(suite, changedBundle({}), defaults).filter(({ id }) => !always.includes(id))).toEqual([]);
  });

  it('tests a breach of every rule', () => {
    const tested = new Set([...breaches.map(({ id }) => id), ...elsewhere]);
    expect(own.map(({ id }) => id).filter((id) => !tested.has(id))).toEqual([]);
  });

  it('has a summary, a remedy and a source for every rule', () => {
    for (const { id, summary, remedy, source } of own) {
      expect({ id, complete: summary !== '' && !summary.endsWith('.') && remedy !== '' && !remedy.endsWith('.') && /^https:\/\//.test(source) }).toEqual({ id, complete: true });
    }
  });

  it.each(breaches.map((breach) => [breach.id, breach.what, breach] as const))('%s finds %s', (id, _what, breach) => {
    const found = findingsIn(suite, changedBundle(breach), { ...defaults, ...breach.options }).filter((finding) => finding.id === id);
    expect(found).toHaveLength(breach.count ?? 1);
    const [{ message, file, path, severity }] = found as [typeof found[number]];
    expect(message).toContain(breach.message);
    expect([file, path].filter((part) => part !== undefined).join(' ')).toBe(breach.at ?? '');
    expect(severity).toBe(breach.severity ?? own.find((rule) => rule.id === id)!.severity);
  });

  for (const { id, what, options, ...change } of passing) {
    it(`${id} accepts ${what}`, () => {
      expect(findingsIn(suite, changedBundle(change), { ...defaults, ...options }).filter((finding) => finding.id === id)).toEqual([]);
    });
  }
}
