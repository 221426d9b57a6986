import { objectProblems } from '../../../lib/formats/schema/checks/object-problems';
import { BAD_OBJECTS, BAD_UPDATES, type BadChange } from './crd-objects/bad-objects';
import { updateOf } from './crd-objects/bad-update';
import { changedAt } from './crd-objects/changed-at';
import { goodObjects } from './crd-objects/good-objects';
import { mutations } from './crd-objects/mutations';
import { type ReleasedCrd, releasedCrds } from './crd-objects/releases';

// The same objects are sent to a real API server by e2e/crd-rules.e2e.ts.
const crds = releasedCrds();
const newest = (kind: string): ReleasedCrd => crds.findLast(crd => crd.kind === kind)!;
const linesOf = (crd: ReleasedCrd, object: object, earlier?: object): string[] => (
  objectProblems(crd.crd, object, earlier).map(({ field, message }) => `${field}: ${message}`)
);

/** Violations that an earlier release refuses, by kind, constraints and change: most constraints are the same in all releases. */
const refused = new Set<string>();

/** Shortens values in titles. */
const titled = (changes: readonly BadChange[]): [string, string, BadChange][] => changes.map(change => [change.kind, change.problems[0]!, change]);

describe.each(crds.map(crd => [crd.title, crd] as const))('%s', (_, crd) => {
  it.each(goodObjects(crd).map(({ title, object }) => [title, object] as const))('accepts %s', (_title, object) => {
    expect(linesOf(crd, object)).toEqual([]);
  });

  it('refuses a violation of each constraint', () => {
    const violations = goodObjects(crd).flatMap(({ object }) => mutations(object, crd.spec)).filter(({ violates }) => violates !== undefined);
    expect(violations.length).toBeGreaterThan(10);
    const newOnes = violations.filter(({ subject, title }) => !refused.has(`${crd.kind} ${subject} ${title}`));
    expect(newOnes.filter(({ object }) => linesOf(crd, object).length === 0).map(({ title }) => title)).toEqual([]);
    newOnes.forEach(({ subject, title }) => refused.add(`${crd.kind} ${subject} ${title}`));
  });
});

describe('a bad object', () => {
  it.each(titled(BAD_OBJECTS))('of kind %s is refused: %s', (kind, _, { path, value, problems }) => {
    const good = goodObjects(newest(kind)).at(-1)!.object;
    expect(linesOf(newest(kind), changedAt(good, path, value) as object)).toEqual(problems);
  });
});

describe('a bad update', () => {
  it.each(titled(BAD_UPDATES))('of kind %s is refused: %s', (_, _problem, change) => {
    const { crd, before, after } = updateOf(change, crds);
    expect(linesOf(crd, after, before)).toEqual(change.problems);
    expect(linesOf(crd, before, before)).toEqual([]);
  });
});
