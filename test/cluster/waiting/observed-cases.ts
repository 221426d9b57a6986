import type { CauseName } from '../../../lib/cluster';
import { catalog, clusterObject, csv, event, object, packageManifest } from './objects';
import type { ClusterEvent } from './simulated-cluster';

/** An object that no waiter waits for, and how it is explained. */
export interface ObservedCase {
  readonly title: string;
  readonly reference: string;
  readonly events: readonly ClusterEvent[];
  readonly verdict: string;
  readonly state: string;
  readonly cause?: CauseName;
  readonly message?: string;
  readonly note?: string;
}

const operator = (...refs: object[]): ClusterEvent => event(0, 'operators', clusterObject('plain.demo', { status: { components: { refs } } }));
const reference = (kind: string, name: string, namespace?: string): object => ({ kind, name, ...(namespace === undefined ? {} : { namespace }) });

const ofCsvs = (...csvs: [name: string, phase: string, more?: object][]): ClusterEvent[] => [
  operator(...csvs.map(([name]) => reference('ClusterServiceVersion', name, 'demo')), reference('CustomResourceDefinition', 'plains.demo.test')),
  ...csvs.map(([name, phase, more = {}]) => event(0, 'clusterserviceversions', csv(name, phase, more))),
];

const condition = (spec: object, status: object, generation = 1): ClusterEvent[] => (
  [event(0, 'operatorconditions', object('plain.v0.2.0', { metadata: { generation }, spec, status }))]
);
const upgradeable = (status: string, more: object = {}): object => ({ type: 'Upgradeable', status, reason: 'Busy', message: 'migrating', ...more });

const config = (name: string, features: object, ...conditions: object[]): ClusterEvent[] => (
  [event(0, 'olmconfigs', clusterObject(name, { metadata: { generation: 1 }, spec: { features }, status: { conditions } }))]
);
const copies = (status: string): object => ({ type: 'DisabledCopiedCSVs', status, reason: 'x', message: 'y', observedGeneration: 1 });

const revision = (plural: string, spec: object, ...conditions: object[]): ClusterEvent[] => [{
  at: 0, type: 'ADDED', resource: `${plural}.olm.operatorframework.io`, object: clusterObject('shop-1', { metadata: { generation: 1 }, spec, status: { conditions } }),
}];
const current = (type: string, status: string, reason: string, message = 'why'): object => ({ type, status, reason, message, observedGeneration: 1 });

/** Objects that no waiter waits for. */
export const OBSERVED_CASES: readonly ObservedCase[] = [
  { title: 'an Operator', reference: 'operator/plain.demo', verdict: 'healthy', state: '2 objects', events: ofCsvs(['plain.v0.2.0', 'Succeeded']) },
  {
    title: 'an Operator during an upgrade', reference: 'operators/plain.demo', verdict: 'progressing', state: '3 objects',
    events: ofCsvs(['plain.v0.1.0', 'Replacing'], ['plain.v0.2.0', 'Installing', { spec: { replaces: 'plain.v0.1.0' } }]),
  },
  {
    title: 'an Operator that failed', reference: 'operator/plain.demo', verdict: 'failed', state: '2 objects', cause: 'api-owned-by-another',
    message: 'ClusterServiceVersion plain.v0.2.0 failed (OwnerConflict): why', events: ofCsvs(['plain.v0.2.0', 'Failed', { status: { reason: 'OwnerConflict', message: 'why' } }]),
  },
  {
    title: 'an Operator of which only a CRD is left', reference: 'operator/plain.demo', verdict: 'healthy', state: '1 object',
    note: 'no ClusterServiceVersion has its label, so the operator is not installed; left of it: CustomResourceDefinition plains.demo.test',
    events: [operator(reference('CustomResourceDefinition', 'plains.demo.test'))],
  },
  { title: 'an Operator without objects', reference: 'operator/plain.demo', verdict: 'healthy', state: 'no objects', events: [operator()] },

  { title: 'an OperatorCondition', reference: 'operatorcondition/plain.v0.2.0', verdict: 'healthy', state: 'allows upgrades', events: condition({}, {}) },
  {
    title: 'an OperatorCondition that blocks upgrades', reference: 'condition/plain.v0.2.0', verdict: 'progressing', state: 'blocks upgrades', cause: 'upgrade-blocked',
    message: 'plain.v0.2.0 blocks upgrades: migrating', events: condition({}, { conditions: [upgradeable('False', { observedGeneration: 1 })] }),
  },
  {
    title: 'an OperatorCondition that allowed upgrades before its last change', reference: 'condition/plain.v0.2.0', verdict: 'progressing', state: 'blocks upgrades', cause: 'upgrade-blocked',
    message: 'plain.v0.2.0 blocks upgrades: it has not reported since the last change of the OperatorCondition',
    events: condition({}, { conditions: [upgradeable('True', { observedGeneration: 1 })] }, 2),
  },
  {
    title: 'an OperatorCondition that is overridden', reference: 'condition/plain.v0.2.0', verdict: 'healthy', state: 'allows upgrades (overridden)',
    events: condition({ overrides: [upgradeable('True')] }, { conditions: [upgradeable('False', { observedGeneration: 1 })] }),
  },
  {
    title: 'an OperatorCondition whose override blocks upgrades', reference: 'condition/plain.v0.2.0', verdict: 'progressing', state: 'blocks upgrades (overridden)', cause: 'upgrade-blocked',
    message: 'plain.v0.2.0 blocks upgrades: migrating', events: condition({ overrides: [upgradeable('False')] }, {}),
  },

  { title: 'the OLMConfig', reference: 'olmconfig/cluster', verdict: 'healthy', state: 'copied CSVs enabled', events: config('cluster', {}) },
  {
    title: 'the OLMConfig whose copies are removed', reference: 'olmconfig/cluster', verdict: 'healthy', state: 'copied CSVs disabled',
    events: config('cluster', { disableCopiedCSVs: true }, copies('True')),
  },
  {
    title: 'the OLMConfig whose copies are being removed', reference: 'olmconfig/cluster', verdict: 'progressing', state: 'copied CSVs disabled',
    events: config('cluster', { disableCopiedCSVs: true }, copies('False')),
  },
  {
    title: 'an OLMConfig that OLM does not read', reference: 'olmconfigs.operators.coreos.com/mine', verdict: 'failed', state: 'ignored', cause: 'olm-config-ignored',
    message: 'OLM does not read OLMConfig mine: it reads only the one named cluster', events: config('mine', {}),
  },

  {
    title: 'a PackageManifest', reference: 'packagemanifest/plain', verdict: 'healthy', state: '2 channels', note: 'channels: alpha and beta; the default is alpha',
    events: [event(0, 'packagemanifests', packageManifest('plain', { alpha: ['plain.v1'], beta: [] })), event(0, 'catalogsources', catalog('READY'))],
  },
  {
    title: 'a PackageManifest of a catalog that does not answer', reference: 'packagemanifest/plain', verdict: 'progressing', state: '1 channel', cause: 'catalog-unreachable',
    message: 'CatalogSource demo/cat does not answer: OLM has no connection to cat.demo.svc:50051 (CONNECTING)',
    events: [event(0, 'packagemanifests', packageManifest('plain', { alpha: [] })), event(0, 'catalogsources', catalog('CONNECTING'))],
  },

  ...['clusterextensionrevision', 'clusterobjectset'].flatMap((kind): ObservedCase[] => {
    const of = (
      title: string, verdict: string, state: string, events: readonly ClusterEvent[], finding: Partial<ObservedCase> = {},
    ): ObservedCase => (
      { title: `a ${kind} ${title}`, reference: `${kind}/shop-1`, verdict, state, events, ...finding }
    );
    const title = kind === 'clusterobjectset' ? 'ClusterObjectSet' : 'ClusterExtensionRevision';
    const revised = (...conditions: object[]): ClusterEvent[] => revision(`${kind}s`, { lifecycleState: 'Active' }, ...conditions);
    return [
      of('that is rolled out', 'healthy', 'available', revised(current('Available', 'True', 'ProbesSucceeded'))),
      of('that is archived', 'healthy', 'archived: a later revision replaced it', revision(`${kind}s`, { lifecycleState: 'Archived' })),
      of('that is new', 'progressing', 'not processed yet', revised(), { cause: 'olm-v1-idle', message: `operator-controller has not processed ${title} shop-1` }),
      of('whose objects are not available', 'progressing', 'not available (ProbeFailure)', revised(current('Available', 'False', 'ProbeFailure')), {
        cause: 'revision-unavailable', message: 'revision shop-1 is not available: why',
      }),
      of('that is blocked', 'failed', 'not available (Blocked)', revised(current('Available', 'False', 'Blocked'), current('Progressing', 'False', 'Blocked')), {
        cause: 'olm-v1-blocked', message: `${title} shop-1 cannot be rolled out: why`,
      }),
      of('that is too slow', 'failed', 'not available (ProbeFailure)', revised(
        current('Available', 'False', 'ProbeFailure'), current('Progressing', 'False', 'ProgressDeadlineExceeded'),
      ), { cause: 'rollout-deadline-exceeded', message: `${title} shop-1 was not rolled out in time: why` }),
      of('that is retried', 'failed', 'not available (Reconciling)', revised(current('Available', 'False', 'Reconciling'), current('Progressing', 'True', 'Retrying')), {
        cause: 'olm-v1-retrying', message: `${title} shop-1 cannot be rolled out: why`,
      }),
    ];
  }),
];
