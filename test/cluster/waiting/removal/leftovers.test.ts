import { KubernetesObject } from '../../../../lib/cluster/waiting/view/kubernetes-object';
import { Action } from '../../../../lib/cluster/waiting/view/action';
import { listableVersion } from '../../../../lib/cluster/waiting/rules/crds';
import { operatorRemoval } from '../../../../lib/cluster/waiting/removal/operator-removal';
import { OperatorRemovalOptions } from '../../../../lib/cluster/waiting/removal/operator-removal-options';
import { Leftover, RemovalReport } from '../../../../lib/cluster/waiting/removal/stage';
import { clusterObject, csv, DEMO, event, object, subscription } from '../objects';
import { establishedCrd } from '../recorded-traces';
import { actionTitles, ClusterEvent, simulate, SimulatedWait, Simulation } from '../simulated-cluster';

const CSV = 'plain.v0.2.0';
const OPERATOR: readonly ClusterEvent[] = [
  event(0, 'subscriptions', subscription({ state: 'AtLatestKnown', currentCSV: CSV, installedCSV: CSV })),
  event(0, 'clusterserviceversions', csv(CSV, 'Succeeded')),
];
const VERSIONS = [{ name: 'v1', served: true, storage: false }, { name: 'v2', served: true, storage: true }];
const WEBHOOK = { strategy: 'Webhook', webhook: { clientConfig: { service: { namespace: DEMO, name: 'plain-service' } } } };

/** The CRD of the operator, which converts by a webhook. */
function converting(at = 0, conversion: object = WEBHOOK): ClusterEvent {
  const { metadata, spec, status } = establishedCrd('plains.demo.test', 'v1');
  return event(at, 'customresourcedefinitions', clusterObject(metadata.name, { spec: { ...spec as object, versions: VERSIONS, conversion }, status }));
}

/** Deletes what is to be deleted, and resets what is to be reset. */
function obedient({ type, target: { resource, name, namespace } }: Action, now: number): ClusterEvent[] {
  return type === 'reset-conversion' ? [converting(now + 100, { strategy: 'None' })]
    : [event(now + 100, resource.plural, namespace === undefined ? clusterObject(name) : object(name), 'DELETED')];
}

function removed(
  options: Partial<OperatorRemovalOptions>, events: readonly ClusterEvent[], simulation: Simulation = {},
): SimulatedWait<RemovalReport> {
  return simulate(operatorRemoval({ namespace: DEMO, subscription: 'plain', ...options }), [...OPERATOR, ...events], { onAction: obedient, ...simulation });
}

function left({ verdict }: SimulatedWait<RemovalReport>): readonly Leftover[] | undefined {
  return verdict.kind === 'done' ? verdict.outcome.left : undefined;
}

const KEPT: Leftover = { object: 'CustomResourceDefinition plains.demo.test', reason: 'CRDs are kept' };
const COMMAND = 'to fix that, run kubectl patch crd plains.demo.test --type merge -p \'{"spec":{"conversion":{"strategy":"None","webhook":null}}}\'';
const UNREADABLE = 'its objects cannot be read except in version v2, and their Namespaces cannot be deleted';
const service = (metadata: Partial<KubernetesObject['metadata']> = {}): ClusterEvent => event(0, 'services', object('plain-service', { metadata }));

describe('a CRD that stays with a conversion webhook', () => {
  it('is reported with the command that removes the webhook, if its Service is deleted', () => {
    expect(left(removed({}, [converting()]))).toEqual([
      KEPT,
      { object: KEPT.object, reason: `its conversion webhook calls Service demo/plain-service, which is deleted: ${UNREADABLE}; ${COMMAND}` },
    ]);
  });

  it('is reported if the Service is about to be garbage collected with the operator', () => {
    expect(left(removed({}, [converting(), service({ ownerReferences: [{ kind: 'ClusterServiceVersion', name: CSV }] })]))).toHaveLength(2);
  });

  it('is reported once, although the timeouts of the operator let it settle', () => {
    expect(left(removed({ timeouts: { settling: 2_000 } }, [converting()]))).toHaveLength(2);
  });

  it('is not reported if its Service exists', () => {
    expect(left(removed({}, [converting(), service()]))).toEqual([KEPT]);
  });

  it('is not reported if OLM removes the webhook after the ClusterServiceVersion, as it does for those in its spec', () => {
    const wait = removed({}, [converting(), converting(2_000, { strategy: 'None' })]);
    expect(left(wait)).toEqual([KEPT]);
    expect(wait.lines).toContainEqual(
      expect.stringMatching(/: record, waiting for OLM to remove the conversion webhook of CustomResourceDefinition plains\.demo\.test$/));
  });

  it('is reported with what is not known, if the account may not list Services', () => {
    expect(left(removed({}, [converting()], { problems: { services: 'forbidden' } }))).toEqual([KEPT, {
      object: KEPT.object,
      reason: `its conversion webhook calls Service demo/plain-service, which the account may not list; if it is deleted, ${UNREADABLE}; ${COMMAND}`,
    }]);
  });

  it('loses its webhook with resetConversion, once the operator is deleted', () => {
    const wait = removed({ resetConversion: true }, [converting()]);
    expect(actionTitles(wait)).toEqual([
      'delete Subscription plain', `delete ClusterServiceVersion ${CSV}`, 'reset-conversion CustomResourceDefinition plains.demo.test',
    ]);
    expect(wait.actions.at(-1)!.description).toBe(
      'removes the conversion webhook of CustomResourceDefinition plains.demo.test, because its Service demo/plain-service is deleted');
    expect(left(wait)).toEqual([KEPT]);
  });

  it('keeps its webhook with resetConversion while the Service exists', () => {
    expect(actionTitles(removed({ resetConversion: true }, [converting(), service()]))).not.toContain('reset-conversion CustomResourceDefinition plains.demo.test');
  });

  it('is deleted without a reset if it is to be deleted', () => {
    expect(actionTitles(removed({ crds: true, resetConversion: true }, [converting()])).at(-1)).toBe('delete CustomResourceDefinition plains.demo.test');
  });
});

describe('operands', () => {
  it.each<[string, object[], string | undefined, string | undefined]>([
    ['the version in which they are stored', VERSIONS, 'v1', 'v2'],
    ['the version of the operator, if they are stored in one that is not served', [VERSIONS[0]!, { ...VERSIONS[1]!, served: false }], 'v1', 'v1'],
    ['any other version that is served', [{ name: 'v1', served: false }, { name: 'v3', served: true }], 'v1', 'v3'],
    ['no version, if none is served', [{ name: 'v1', served: false, storage: true }], 'v1', undefined],
  ])('are listed in %s', (_, versions, preferred, expected) => {
    expect(listableVersion(clusterObject('plains.demo.test', { spec: { versions } }), preferred)).toBe(expected);
  });
});

describe('an object that is left', () => {
  const LABEL = { 'olm.owner': CSV, 'olm.owner.namespace': DEMO };
  const record = (refs: object[]): ClusterEvent => event(0, 'operators', clusterObject('plain.demo', { status: { components: { refs } } }));
  const ref = (kind: string, name: string, namespace?: string): object => ({ kind, name, ...(namespace === undefined ? {} : { namespace }) });

  it('with the label of the operator is listed, after it had time to be garbage collected', () => {
    const wait = removed({}, [
      converting(0, { strategy: 'None' }),
      record([ref('CustomResourceDefinition', 'plains.demo.test'), ref('Secret', 'tls', DEMO), ref('ClusterRole', 'plain-viewer')]),
    ]);
    const reason = 'it has the label of the operator, operators.coreos.com/plain.demo';
    expect(left(wait)).toEqual([
      KEPT, { object: 'Secret demo/tls', reason }, { object: 'ClusterRole plain-viewer', reason },
      { object: 'Operator plain.demo', reason: 'OLM keeps it while objects have the label of the operator: 3 objects' },
    ]);
    expect(wait.lines).toContainEqual(expect.stringMatching(/: record, waiting for Secret demo\/tls and ClusterRole plain-viewer to be garbage collected$/));
    expect(wait.at).toBeGreaterThanOrEqual(10_000);
  });

  it('is not waited for if it is a CRD that is kept', () => {
    const wait = removed({}, [converting(0, { strategy: 'None' }), record([ref('CustomResourceDefinition', 'plains.demo.test')])]);
    expect(left(wait)).toEqual([KEPT, { object: 'Operator plain.demo', reason: 'OLM keeps it while objects have the label of the operator: one object' }]);
    expect(wait.at).toBeLessThan(5_000);
  });

  it('is not OLM\'s record of the operator while OLM still lists a CRD in it that was just deleted', () => {
    const first = record([ref('CustomResourceDefinition', 'plains.demo.test')]);
    const later = event(3_000, 'operators', clusterObject('plain.demo', { status: { components: { refs: [] } } }));
    const wait = removed({ crds: true }, [converting(0, { strategy: 'None' }), first, later]);
    expect(left(wait)).toEqual([]);
    expect(actionTitles(wait).slice(-2)).toEqual(['delete CustomResourceDefinition plains.demo.test', 'delete Operator plain.demo']);
  });

  it('is one of at most twenty that are listed', () => {
    const found = left(removed({}, [record(Array.from({ length: 25 }, (_, index) => ref('Secret', `s${index}`, DEMO)))]))!;
    expect(found).toHaveLength(22);
    expect(found[20]).toEqual({ object: 'Secret demo/s20, Secret demo/s21, Secret demo/s22 and 2 more', reason: 'it has the label of the operator, operators.coreos.com/plain.demo' });
  });

  it('without a namespace, and with OLM\'s label of a deleted owner, is listed', () => {
    const roles = [{ ...LABEL, 'olm.owner.namespace': 'other' }, LABEL].map((labels, index) => (
      event(0, 'clusterroles', clusterObject(`plain-${index}`, { metadata: { labels } }))));
    expect(left(removed({}, roles))).toEqual([{ object: 'ClusterRole plain-1', reason: `it has OLM's label of a deleted owner, olm.owner=${CSV}` }]);
  });

  it('is reported as unknown if the account may not list its kind', () => {
    const problems = { 'clusterroles.rbac.authorization.k8s.io': 'forbidden' } as const;
    expect(left(removed({}, [event(0, 'clusterroles', clusterObject('plain', { metadata: { labels: LABEL } }))], { problems }))).toEqual([{
      object: 'cluster-scoped objects of plain.v0.2.0',
      reason: 'whether OLM left any is not known: the account may not list clusterroles.rbac.authorization.k8s.io in all namespaces',
    }]);
  });
});

describe('the RoleBinding in kube-system of an operator with a webhook', () => {
  const binding = (name: string, change: object = {}): ClusterEvent => event(0, 'rolebindings', {
    metadata: { name, namespace: 'kube-system' }, roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'Role', name: 'extension-apiserver-authentication-reader' },
    subjects: [{ kind: 'ServiceAccount', name: 'plain', namespace: DEMO }], ...change,
  });
  const deploying = (name: string, deployment: string): ClusterEvent => event(0, 'clusterserviceversions', csv(name, 'Succeeded', {
    spec: { install: { strategy: 'deployment', spec: { deployments: [{ name: deployment, spec: {} }] } } },
  }));

  it('is reported with the command that deletes it', () => {
    expect(left(removed({}, [binding('plain-service-auth-reader')]))).toEqual([{
      object: 'RoleBinding kube-system/plain-service-auth-reader',
      reason: 'OLM created it for a webhook or an aggregated API of an operator in demo, and never deletes it; to delete it, run '
        + 'kubectl delete rolebinding -n kube-system plain-service-auth-reader',
    }]);
  });

  it.each<[string, ClusterEvent[]]>([
    ['another operator of the namespace uses it', [binding('other-service-auth-reader'), deploying('other.v1.0.0', 'other')]],
    ['it is for an account in another namespace', [binding('plain-service-auth-reader', { subjects: [{ kind: 'ServiceAccount', name: 'plain', namespace: 'other' }] })]],
    ['it is for a user', [binding('plain-service-auth-reader', { subjects: [{ kind: 'User', name: 'plain' }] })]],
    ['it has no subjects', [binding('plain-service-auth-reader', { subjects: [] })]],
    ['it grants another Role', [binding('plain-service-auth-reader', { roleRef: { kind: 'Role', name: 'leader-election' } })]],
    ['its name is not OLM\'s', [binding('plain-auth-reader')]],
  ])('is not reported if %s', (_, events) => {
    expect(left(removed({}, events))).toEqual([]);
  });

  it('is not reported if the account may not list RoleBindings', () => {
    expect(left(removed({}, [binding('plain-service-auth-reader')], { problems: { 'rolebindings.rbac.authorization.k8s.io': 'forbidden' } }))).toEqual([]);
  });
});
