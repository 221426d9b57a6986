import { objectProblems } from '../lib/formats/schema/checks/object-problems';
import { BAD_OBJECTS, BAD_UPDATES, type BadChange } from '../test/formats/schema/crd-objects/bad-objects';
import { updateOf } from '../test/formats/schema/crd-objects/bad-update';
import { changedAt } from '../test/formats/schema/crd-objects/changed-at';
import { goodObjects } from '../test/formats/schema/crd-objects/good-objects';
import { mutations } from '../test/formats/schema/crd-objects/mutations';
import { inOwnGroup, type ReleasedCrd, releasedCrds } from '../test/formats/schema/crd-objects/releases';
import { messagesOfRules } from '../test/formats/schema/fields-of-schema';
import { Cluster } from './cluster/cluster';
import type { TrialVerdict } from './cluster/kubernetes-client';
import type { KubernetesObject } from './cluster/kubernetes-object';
import { ControlPlane } from './control-plane/control-plane';

/** Maximum number of concurrent requests. */
const REQUESTS = 8;

/** Rules that nothing can violate: what they look for is required, so that they are not evaluated without it. */
const UNREACHABLE = ['at least one of [crdUpgradeSafety] are required when preflight is specified'];

// CRDs of several releases are in the cluster together, each in its own API group.
const crds = releasedCrds().map((crd, index) => inOwnGroup(crd, `release-${index}.example.test`));
const newest = (kind: string): ReleasedCrd => crds.findLast(crd => crd.kind === kind)!;

describe('objects under the CRDs of OLM v1 and RukPak', () => {
  let cluster: Cluster;
  const refusals = new Set<string>();

  beforeAll(async () => {
    cluster = await Cluster.of(await ControlPlane.start());
    await Promise.all(crds.map(({ crd }) => create(crd as KubernetesObject)));
  }, 20 * 60_000);
  afterAll(() => cluster.close());

  async function create(definition: KubernetesObject): Promise<void> {
    expect(await cluster.client.apply({ content: JSON.stringify(definition), object: definition })).toEqual({ accepted: true, refusal: '', warnings: [] });
    await cluster.client.waitUntilEstablished(definition);
  }

  /** Returns how the API server and our checks differ about an object, or undefined if they agree. */
  function difference({ refusal, fields, warnings }: TrialVerdict, { crd }: ReleasedCrd, object: object, earlier?: object): string | undefined {
    refusals.add(refusal);
    const ours = objectProblems(crd, object, earlier)
      // An object with unknown fields is not decoded, and so not validated.
      .filter(({ message }) => !refusal.includes('strict decoding error') || message.startsWith('is unknown'));
    const [theirs, our] = [fields, [...new Set(ours.map(({ field }) => field))].sort()].map(each => each.join(', '));
    return theirs === our && (refusal === '') === (ours.length === 0) && warnings.length === 0
      ? undefined : `API server: ${refusal === '' ? 'accepted' : theirs} (${[refusal, ...warnings].join('; ')}); here: ${our}`;
  }

  it.each(crds.flatMap(crd => goodObjects(crd).map(({ title, object }) => [crd.title, title, crd, object] as const)))(
    '%s: %s is accepted', async (_, _title, crd, object) => {
      expect(await cluster.client.tryCreate(object as KubernetesObject)).toMatchObject({ accepted: true, refusal: '', warnings: [] });
      expect(objectProblems(crd.crd, object)).toEqual([]);
    },
  );

  it('are refused or accepted as here if one value is changed, with the same fields', async () => {
    const seen = new Set<string>();
    const differences: string[] = [];
    const accepted: string[] = [];
    for (const crd of crds) {
      for (const { object: good } of goodObjects(crd).reverse()) {
        // A field with the same constraints is tried in one release only.
        const changed = mutations(good, crd.spec).filter(({ subject }) => !seen.has(`${crd.kind} ${subject}`));
        changed.forEach(({ subject }) => seen.add(`${crd.kind} ${subject}`));
        await inParallel(changed, async ({ title, violates, object }) => {
          const verdict = await cluster.client.tryCreate(object as KubernetesObject);
          const found = difference(verdict, crd, object);
          differences.push(...(found === undefined ? [] : [`${crd.title}, ${title}: ${found}`]));
          accepted.push(...(violates !== undefined && verdict.accepted ? [`${crd.title}, ${title}: violates ${violates}`] : []));
        });
      }
    }
    expect(seen.size).toBeGreaterThan(200);
    expect(differences).toEqual([]);
    expect(accepted).toEqual([]);
  });

  it.each(titled(BAD_OBJECTS))('of kind %s are refused: %s', async (kind, _, { path, value }) => {
    const crd = newest(kind);
    const bad = changedAt(goodObjects(crd).at(-1)!.object, path, value) as KubernetesObject;
    const verdict = await cluster.client.tryCreate(bad);
    expect(verdict.accepted).toBe(false);
    expect(difference(verdict, crd, bad)).toBeUndefined();
  });

  it.each(titled(BAD_UPDATES))('of kind %s cannot be changed: %s', async (_, _problem, change) => {
    const { crd, before, after } = updateOf(change, crds);
    const stored = before as KubernetesObject;
    await cluster.client.remove(stored);
    expect(await cluster.client.apply({ content: JSON.stringify(stored), object: stored })).toMatchObject({ accepted: true, warnings: [] });
    const verdict = await cluster.client.tryReplace(after);
    expect(verdict.accepted).toBe(false);
    expect(difference(verdict, crd, after, before)).toBeUndefined();
  });

  it('have had every rule of a spec violated', () => {
    const all = [...refusals].join('\n');
    expect(messagesOfRules(crds.map(({ spec }) => spec)).filter(message => !all.includes(message))).toEqual(UNREACHABLE);
  });
});

function titled(changes: readonly BadChange[]): [string, string, BadChange][] {
  return changes.map(change => [change.kind, change.problems[0]!, change]);
}

/** Runs an action for each item, several at a time. */
async function inParallel<Item>(items: readonly Item[], action: (item: Item) => Promise<void>): Promise<void> {
  const waiting = [...items];
  await Promise.all(Array.from({ length: REQUESTS }, async () => {
    for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) {
      await action(item);
    }
  }));
}
