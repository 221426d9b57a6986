import { messagesOfRules } from '../fields-of-schema';
import type { BadChange } from './bad-objects';
import { changedAt } from './changed-at';
import { type GoodObject, goodObjects } from './good-objects';
import type { ReleasedCrd } from './releases';

/** A change of an object, with the last CRD that has the rule. */
export interface Update {
  readonly crd: ReleasedCrd;
  readonly before: GoodObject['object'];
  readonly after: GoodObject['object'];
}

/** Returns the objects of a change. */
export function updateOf({ kind, path, before, value, problems }: BadChange, crds: readonly ReleasedCrd[]): Update {
  const message = problems[0]!.slice(problems[0]!.indexOf(': ') + 2);
  const crd = crds.findLast(each => each.kind === kind && messagesOfRules(each.spec).includes(message))!;
  const good = goodObjects(crd).at(-1)!.object;
  const stored = (before === undefined ? good : changedAt(good, path, before)) as GoodObject['object'];
  return { crd, before: stored, after: changedAt(stored, path, value) as GoodObject['object'] };
}
