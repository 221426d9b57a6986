import type { SubjectOptions } from '../../../lib/bundle/validation/subject';
import type { ValidationSuite } from '../../../lib/bundle/validation/suite';
import { SUITES } from '../../../lib/bundle/validation/suites/definitions';
import { LOADING } from '../../../lib/bundle/validation/suites/load';
import type { Change } from './sound-bundle';
import { changedBundle, findingsIn } from './sound-bundle';

/** A breach of a rule: what it is, how the sound bundle is changed to have it, and what is found then. */
export interface Breach extends Change {
  readonly id: string;
  readonly what: string;
  readonly options?: SubjectOptions;

  /** A part of the message. */
  readonly says: string;

  /** `file path` of the value; the file alone where there is no path; nothing where there is neither. */
  readonly at?: string;

  /** How much it weighs, where that is not the rule's own weight. */
  readonly severity?: 'error' | 'warning';

  /** How many findings of the rule there are. */
  readonly count?: number;
}

/** Something near a breach that the rule must not find. */
export interface Passing extends Change {
  readonly id: string;
  readonly what: string;
  readonly options?: SubjectOptions;
}

/**
 * Tests a suite: every rule finds its breaches, nothing in a sound bundle, and nothing in what is near to a breach.
 *
 * @param sound options with which nothing is found in the sound bundle
 * @param always rules that find something in every bundle
 */
export function testSuite(
  suite: ValidationSuite,
  breaches: readonly Breach[],
  passing: readonly Passing[] = [],
  sound: SubjectOptions = {},
  always: readonly string[] = [],
): void {
  const { rules } = SUITES.find((definition) => definition.suite === suite)!;
  const own = rules.filter((rule) => !LOADING.some(({ id }) => id === rule.id));

  it('finds nothing in a sound bundle', () => {
    expect(findingsIn(suite, changedBundle({}), sound).filter(({ id }) => !always.includes(id))).toEqual([]);
  });

  it('has a breach of every rule in its table', () => {
    const tested = new Set(breaches.map(({ id }) => id));
    expect(own.map(({ id }) => id).filter((id) => !tested.has(id))).toEqual([]);
  });

  it('says of every rule what it asks, what to do, and where it comes from', () => {
    for (const { id, summary, remedy, source } of own) {
      expect({ id, sound: summary !== '' && !summary.endsWith('.') && remedy !== '' && !remedy.endsWith('.') && /^https:\/\//.test(source) }).toEqual({ id, sound: true });
    }
  });

  it.each(breaches.map((breach) => [breach.id, breach.what, breach] as const))('%s finds %s', (id, _what, breach) => {
    const found = findingsIn(suite, changedBundle(breach), { ...sound, ...breach.options }).filter((finding) => finding.id === id);
    expect(found).toHaveLength(breach.count ?? 1);
    const [{ message, file, path, severity }] = found as [typeof found[number]];
    expect(message).toContain(breach.says);
    expect([file, path].filter((part) => part !== undefined).join(' ')).toBe(breach.at ?? '');
    expect(severity).toBe(breach.severity ?? own.find((rule) => rule.id === id)!.severity);
  });

  for (const { id, what, options, ...change } of passing) {
    it(`${id} lets ${what} pass`, () => {
      expect(findingsIn(suite, changedBundle(change), { ...sound, ...options }).filter((finding) => finding.id === id)).toEqual([]);
    });
  }
}
