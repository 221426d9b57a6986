import { KubernetesObject } from '../../../../lib/cluster/waiting/view/kubernetes-object';
import { explanationLines } from '../../../builders/explanation-lines';
import { operatorRemoval } from '../../../../lib/cluster/waiting/removal/operator-removal';
import { footprintOf } from '../../../../lib/cluster/waiting/removal/operator-footprint';
import { OperatorRemovalOptions } from '../../../../lib/cluster/waiting/removal/operator-removal-options';
import { RemovalReport } from '../../../../lib/cluster/waiting/removal/stage';
import { Action } from '../../../../lib/cluster/waiting/view/action';
import { generatedName, generatedSubscription, installedOperator, kindOf, operatorCsv, ownSubscription } from '../dependency-objects';
import { clusterObject, DEMO, event, object, subscription } from '../objects';
import { actionTitles, ClusterEvent, simulate, SimulatedWait } from '../simulated-cluster';

const NEEDY = installedOperator(ownSubscription('needy'), operatorCsv('needy', { requires: ['plain'] }));
const PLAIN = installedOperator(generatedSubscription('plain'), operatorCsv('plain', { requires: ['deep'] }));
const DEEP = installedOperator(generatedSubscription('deep'), operatorCsv('deep'));
const ALL = [...NEEDY, ...PLAIN, ...DEEP];
const REMOVED = ['delete Subscription needy', 'delete ClusterServiceVersion needy.v1.0.0'];
const REMOVED_TOO = [
  `delete Subscription ${generatedName('plain')}`, 'delete ClusterServiceVersion plain.v1.0.0',
  `delete Subscription ${generatedName('deep')}`, 'delete ClusterServiceVersion deep.v1.0.0',
];

const operand = (of: string, name: string): ClusterEvent => (
  { at: 0, type: 'ADDED', resource: `${of}s.demo.test`, object: object(name) }
);
const unneeded = (of: string): object => ({
  object: `Subscription demo/${generatedName(of)}`,
  reason: `OLM installed ${of}.v1.0.0 as a dependency, and nothing in the namespace requires it any longer; to remove it, run kubectl delete -n demo `
    + `subscriptions.operators.coreos.com/${generatedName(of)} clusterserviceversions.operators.coreos.com/${of}.v1.0.0`,
});

/** Simulates a cluster in which objects are gone half a second after their deletion, and something may follow. */
function removed(
  options: Partial<OperatorRemovalOptions>, events: readonly ClusterEvent[] = ALL,
  following: (action: Action, now: number) => ClusterEvent[] = () => [],
): SimulatedWait<RemovalReport> {
  const onAction = (action: Action, now: number): ClusterEvent[] => {
    const { resource: { plural, group }, name, namespace } = action.target;
    const found = namespace === undefined ? clusterObject(name) : object(name);
    return [{ at: now + 500, type: 'DELETED', resource: `${plural}.${group}`, object: found }, ...following(action, now)];
  };
  return simulate(operatorRemoval({ namespace: DEMO, subscription: 'needy', ...options }), events, { onAction });
}

/** Returns what is left, without CRDs. */
function left({ verdict }: SimulatedWait<RemovalReport>): object[] {
  return verdict.kind === 'done' ? verdict.outcome.left.filter((found) => !found.object.startsWith('CustomResourceDefinition')) : explanationLines(verdict.explanation).map((line) => ({ line }));
}

describe('the removal of an operator with dependencies', () => {
  it('keeps them, and reports each one that nothing requires any longer', () => {
    const wait = removed({});
    expect(actionTitles(wait)).toEqual(REMOVED);
    expect(left(wait)).toEqual([unneeded('plain'), unneeded('deep')]);
  });

  it('removes them, each one before those that it requires', () => {
    const wait = removed({ dependencies: true });
    expect(actionTitles(wait)).toEqual([...REMOVED, ...REMOVED_TOO]);
    expect(left(wait)).toEqual([]);
    expect(wait.verdict).toMatchObject({ outcome: { left: ['needys', 'deeps', 'plains'].map((crd) => (
      { object: `CustomResourceDefinition ${crd}.demo.test`, reason: 'CRDs are kept' }
    )) } });
    expect(wait.lines.at(-1)).toBe('2.8 removal of operator demo/needy: operator, waiting for ClusterServiceVersion demo/deep.v1.0.0 to be deleted');
  });

  it('removes their CRDs and OLM\'s records of them as those of the operator', () => {
    const wait = removed({ dependencies: true, crds: true }, [...ALL, event(0, 'operators', clusterObject('plain.demo'))]);
    expect(actionTitles(wait).filter((title) => !REMOVED.concat(REMOVED_TOO).includes(title))).toEqual([
      'delete CustomResourceDefinition needys.demo.test', 'delete CustomResourceDefinition plains.demo.test', 'delete CustomResourceDefinition deeps.demo.test',
      'delete Operator plain.demo',
    ]);
    expect(wait.verdict).toMatchObject({ kind: 'done', outcome: { left: [] } });
  });

  describe('keeps one that is still required', () => {
    const other = (parts: Parameters<typeof operatorCsv>[1]): ClusterEvent[] => installedOperator(ownSubscription('other'), operatorCsv('other', parts));
    const CEL = [{ type: 'olm.constraint', value: { cel: { rule: 'true' } } }];

    it('by another operator, and what it requires in turn', () => {
      const wait = removed({ dependencies: true }, [...ALL, ...other({ requires: ['plain'] })]);
      expect(actionTitles(wait)).toEqual(REMOVED);
      expect(left(wait)).toEqual([
        { object: `Subscription demo/${generatedName('plain')}`, reason: 'ClusterServiceVersion demo/other.v1.0.0 requires it too' },
        { object: `Subscription demo/${generatedName('deep')}`, reason: 'ClusterServiceVersion demo/plain.v1.0.0 requires it too' },
      ]);
      expect(left(removed({}, [...ALL, ...other({ requires: ['plain'] })]))).toEqual([]);
    });

    it('but not one that only requires a dependency that is still required', () => {
      const wait = removed({ dependencies: true }, [...ALL, ...other({ requires: ['deep'] })]);
      expect(actionTitles(wait)).toEqual([...REMOVED, ...REMOVED_TOO.slice(0, 2)]);
      expect(left(removed({}, [...ALL, ...other({ requires: ['deep'] })]))).toEqual([unneeded('plain')]);
    });

    it('perhaps, by an expression', () => {
      const wait = removed({ dependencies: true }, [...ALL, ...other({ properties: CEL })]);
      expect(actionTitles(wait)).toEqual(REMOVED);
      expect(left(wait)[0]).toMatchObject({ reason: 'ClusterServiceVersion demo/other.v1.0.0 may require it: it has a constraint that only OLM evaluates' });
    });

    it('by an operator that is being removed: its removal takes care of it', () => {
      const leaving = other({ requires: ['plain'], metadata: { deletionTimestamp: 'now' } });
      expect(actionTitles(removed({ dependencies: true }, [...ALL, ...leaving]))).toEqual(REMOVED);
    });

    it('perhaps, by a Subscription whose operator is not installed yet', () => {
      const pending = event(0, 'subscriptions', subscription({ state: 'UpgradePending', currentCSV: 'late.v1.0.0' }, { name: 'late' }, 'late'));
      const wait = removed({ dependencies: true }, [...ALL, pending]);
      expect(actionTitles(wait)).toEqual(REMOVED);
      expect(left(wait)[0]).toMatchObject({ reason: 'Subscription demo/late may require it: its operator is not installed yet' });
      expect(left(removed({}, [...ALL, pending]))).toEqual([]);
    });

    it('by a Subscription that comes while the operator is removed', () => {
      const wait = removed({ dependencies: true }, ALL, ({ target: { name } }, now) => (
        name === 'needy.v1.0.0' ? other({ requires: ['plain'] }).map((found) => ({ ...found, at: now + 100 })) : []
      ));
      expect(actionTitles(wait)).toEqual(REMOVED);
    });
  });

  it.each<[string, KubernetesObject[]]>([
    ['took over', [generatedSubscription('plain', { managedFields: [{ operation: 'Apply' }] })]],
    ['created', [ownSubscription('plain')]],
    ['created beside it', [generatedSubscription('plain'), ownSubscription('plain')]],
  ])('leaves alone an operator whose Subscription the user %s', (_, subscriptions) => {
    const known = footprintOf({ csv: 'needy.v1.0.0', dependencies: [{ package: 'plain', subscription: generatedName('plain'), csv: 'plain.v1.0.0' }] });
    const events = [...NEEDY, ...PLAIN.slice(1), ...subscriptions.map((found) => event(0, 'subscriptions', found))];
    const wait = removed({ dependencies: true, known }, events);
    expect(actionTitles(wait)).toEqual(REMOVED);
    expect(left(removed({ known }, events))).toEqual([]);
  });

  it('deletes nothing while one has objects', () => {
    const wait = removed({ dependencies: true }, [...ALL, operand('deep', 'a')]);
    expect(actionTitles(wait)).toEqual([]);
    expect(left(wait).map((found) => Object.values(found)[0] as string)).toEqual([
      'removal of operator demo/needy did not finish: gave up immediately while inspecting',
      `  - the APIs of its dependency deep.v1.0.0 still have one object: ${kindOf('deep')} demo/a`,
      '    remedy: delete these objects while the operator is still running, or choose what happens to them: "ignore" or "delete"',
    ]);
    expect(actionTitles(removed({}, [...ALL, operand('deep', 'a')]))).toEqual(REMOVED);
  });

  it('deletes or ignores their objects as those of the operator', () => {
    const events = [...ALL, operand('plain', 'a')];
    expect(actionTitles(removed({ dependencies: true, operands: 'delete' }, events)).slice(2, 5))
      .toEqual([`delete Subscription ${generatedName('plain')}`, 'delete Plain a', 'delete ClusterServiceVersion plain.v1.0.0']);
    const ignored = removed({ dependencies: true, operands: 'ignore', crds: ['Plain.demo.test'] }, events);
    expect(actionTitles(ignored)).toEqual([...REMOVED, ...REMOVED_TOO]);
    expect(left(ignored)).toEqual([{ object: 'Plain demo/a', reason: 'operands are ignored' }]);
  });

  it('needs no permission to list the objects of dependencies that it keeps', () => {
    const problems = { 'plains.demo.test': 'forbidden', 'deeps.demo.test': 'forbidden' } as const;
    const wait = simulate(operatorRemoval({ namespace: DEMO, subscription: 'needy' }), ALL, {
      problems, onAction: ({ target: { resource, name } }, now) => [event(now + 500, resource.plural, object(name), 'DELETED')],
    });
    expect(left(wait)).toEqual([unneeded('plain'), unneeded('deep')]);
  });

  it('resumes after an interruption, with what the outputs know', () => {
    const known = footprintOf({
      csv: 'needy.v1.0.0', package: 'needy', dependencies: ['plain', 'deep'].map((of) => ({ package: of, subscription: generatedName(of), csv: `${of}.v1.0.0` })),
    });
    const withoutNeedy = [...PLAIN, ...DEEP];
    expect(left(removed({ known }, withoutNeedy))).toEqual([unneeded('plain'), unneeded('deep')]);
    expect(actionTitles(removed({ known, dependencies: true }, withoutNeedy))).toEqual(REMOVED_TOO);
    // Interrupted between the Subscription and the ClusterServiceVersion of a dependency.
    const later = [...PLAIN.slice(1), ...DEEP];
    expect(actionTitles(removed({ known, dependencies: true }, later))).toEqual(REMOVED_TOO.slice(1));
    expect(left(removed({ known }, later))[0]).toMatchObject({
      object: 'ClusterServiceVersion demo/plain.v1.0.0', reason: expect.stringMatching(/run kubectl delete -n demo clusterserviceversions.operators.coreos.com\/plain.v1.0.0$/) as string,
    });
    expect(removed({ known, dependencies: true }, []).verdict).toMatchObject({ kind: 'done', outcome: { removed: [], left: [] } });
  });

  it('ends even if dependencies require each other', () => {
    const circle = [...NEEDY, ...PLAIN, ...installedOperator(generatedSubscription('deep'), operatorCsv('deep', { requires: ['plain'] }))];
    expect([...actionTitles(removed({ dependencies: true }, circle))].sort()).toEqual([...REMOVED, ...REMOVED_TOO].sort());
  });
});
