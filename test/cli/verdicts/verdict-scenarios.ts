import { type JsonMap, mapListField, stringField } from '../../../lib/formats/json/json-value';
import * as providers from '../../../lib/pulumi/waiters';
import { dumpedCluster } from '../../cluster/inspection/dumped-cluster';
import { CATALOG_FAILURES } from '../../cluster/waiting/olm/catalog-failures';
import type { ExplainedFailure } from '../../cluster/waiting/explained-failure';
import { DEMO, deployment, event } from '../../cluster/waiting/objects';
import { OLM_V1_FAILURES } from '../../cluster/waiting/olm-v1/failures';
import { OLM_FAILURES, PARTS } from '../../cluster/waiting/olm/failures';
import { eventsOf, FAILURES } from '../../cluster/waiting/operator/failures';
import { PLAIN_FAILURES } from '../../cluster/waiting/plain/failures';
import { REFS } from '../../cluster/waiting/plain/objects';
import { establishedCrd } from '../../cluster/waiting/recorded-traces';
import { RUKPAK_FAILURES } from '../../cluster/waiting/rukpak/failures';
import type { ClusterEvent, SimulatedWait } from '../../cluster/waiting/simulated-cluster';

/** A cluster in which something is waited for in each of the three ways. */
export interface VerdictScenario {
  readonly title: string;
  readonly events: readonly ClusterEvent[];
  readonly problems: SimulatedWait<unknown>['problems'];

  /** Manifests that `wait -f` waits for. */
  readonly manifests: readonly object[];

  /** More arguments of `wait`. */
  readonly args: readonly string[];

  /** Provider and inputs of Pulumi's waiter. */
  readonly provider: keyof typeof providers;
  readonly inputs: JsonMap;

  /** Arguments of `explain`, or undefined if there is no object to explain. */
  readonly explain: readonly string[] | undefined;
}

type Target = Pick<VerdictScenario, 'manifests' | 'provider' | 'inputs' | 'explain'> & { readonly args?: readonly string[]; readonly events?: readonly ClusterEvent[] };

/** Returns the object of the events as its manifest, without what only a cluster knows. */
function manifestOf(events: readonly ClusterEvent[], resource: string, name: string, otherwise: JsonMap, spec: object = {}): JsonMap {
  const found = events.find((happened) => happened.resource === resource && happened.object.metadata.name === name);
  const dumped = found === undefined ? otherwise : dumpedCluster([found])[0]!.object as unknown as JsonMap;
  const [apiVersion, kind] = [stringField(dumped, 'apiVersion'), stringField(dumped, 'kind')];
  const namespace = stringField(dumped['metadata'], 'namespace');
  return {
    ...(dumped['webhooks'] === undefined ? {} : { webhooks: dumped['webhooks'] }),
    apiVersion, kind, metadata: { name, ...(namespace === undefined ? {} : { namespace }) }, spec: { ...dumped['spec'] as object, ...spec },
  };
}

/** Returns events in which an object has the spec of its manifest. */
function withSpec(events: readonly ClusterEvent[], resource: string, name: string, spec: object): ClusterEvent[] {
  return events.map((happened) => (happened.resource !== resource || happened.object.metadata.name !== name ? happened : {
    ...happened, object: { ...happened.object, spec: { ...happened.object.spec as object, ...spec } },
  }));
}

const SUBSCRIPTIONS = 'subscriptions.operators.coreos.com';

function operatorScenario(failure: (typeof FAILURES)[number]): VerdictScenario {
  const { title, options: { pin, recover, adopt } = {}, problems = {} } = failure;
  const spec = pin === undefined ? {} : { installPlanApproval: 'Manual', startingCSV: pin.csv };
  const events = withSpec(eventsOf(failure), SUBSCRIPTIONS, 'plain', spec);
  const subscription = { apiVersion: 'operators.coreos.com/v1alpha1', kind: 'Subscription', metadata: { name: 'plain', namespace: DEMO }, spec: {} };
  const allowed = [...pin?.intermediateCsvs ?? [], ...pin?.dependencyCsvs ?? []];
  return {
    title, events, problems, provider: 'operatorReady',
    manifests: [manifestOf(events, SUBSCRIPTIONS, 'plain', subscription, spec)],
    args: [
      ...(pin === undefined ? [] : ['--approve', ...allowed.flatMap((csv) => ['--allow', csv])]),
      ...(recover === undefined ? [] : ['--recover', String(recover)]), ...(adopt === true ? ['--adopt'] : []),
    ],
    inputs: { namespace: DEMO, subscription: 'plain', ...JSON.parse(JSON.stringify({ pin, recover, adopt })) as JsonMap },
    explain: ['subscription/plain', '-n', DEMO, ...(pin === undefined ? [] : ['--expect', pin.csv])],
  };
}

/** Returns the scenario of a failure of a wait. */
function scenarioOf({ title, simulate }: ExplainedFailure): VerdictScenario {
  const wait = simulate();
  const headline = wait.verdict.kind === 'failed' ? wait.verdict.explanation.headline : '';
  const [, subject = '', namespace = '', name = ''] = /^(.*?) ?(?:(\S+)\/)?(\S*) did not become ready/.exec(headline) ?? [];
  const target = TARGETS[subject === '' ? name : subject]!(name, wait, namespace);
  return { title, events: wait.events, problems: wait.problems, args: [], ...target };
}

type TargetOf = (name: string, wait: SimulatedWait<unknown>, namespace: string) => Target;

const TARGETS: { readonly [subject: string]: TargetOf } = {
  'catalog': (name, { events }, namespace) => ({
    provider: 'catalogReady', inputs: { namespace, name, deployment: name }, explain: [`catalogsource/${name}`, '-n', namespace],
    manifests: [
      manifestOf(events, 'catalogsources.operators.coreos.com', name, {
        apiVersion: 'operators.coreos.com/v1alpha1', kind: 'CatalogSource', metadata: { name, namespace }, spec: {},
      }),
      { apiVersion: 'apps/v1', kind: 'Deployment', metadata: { name, namespace }, spec: {} },
    ],
  }),
  'OLM': (_, { events }) => ({
    provider: 'olmReady', explain: ['olm'],
    inputs: { parts: { ...ALL_PARTS }, removal: [], release: { version: '0.46.0', crds: [] } },
    events: events.length === 0 ? [] : [...events, ...RELEASE],
    manifests: [
      ...ALL_PARTS.crds.map((crd) => ({ apiVersion: 'apiextensions.k8s.io/v1', kind: 'CustomResourceDefinition', metadata: { name: crd } })),
      ...ALL_PARTS.deployments.map((metadata) => ({ apiVersion: 'apps/v1', kind: 'Deployment', metadata })),
      ...ALL_PARTS.csvs.map((metadata) => ({ apiVersion: 'operators.coreos.com/v1alpha1', kind: 'ClusterServiceVersion', metadata, spec: { version: '0.46.0' } })),
    ],
  }),
  'cluster catalog': (name, { events }) => ({
    provider: 'clusterCatalogReady', inputs: { name }, explain: [`clustercatalog/${name}`],
    manifests: [manifestOf(events, 'clustercatalogs.olm.operatorframework.io', name, {
      apiVersion: 'olm.operatorframework.io/v1', kind: 'ClusterCatalog', metadata: { name }, spec: {},
    })],
  }),
  'cluster extension': (name, wait) => {
    const resource = 'clusterextensions.olm.operatorframework.io';
    const [, version] = /installed instead of (\S+)/.exec(wait.verdict.kind === 'failed' ? wait.verdict.explanation.findings[0]!.message : '') ?? [];
    const spec = version === undefined ? {} : { source: { sourceType: 'Catalog', catalog: { packageName: 'plain', version } } };
    const events = withSpec(wait.events, resource, name, spec);
    return {
      provider: 'clusterExtensionReady', inputs: { name, ...(version === undefined ? {} : { version }) }, events,
      explain: [`clusterextension/${name}`, ...(version === undefined ? [] : ['--expect', version])],
      manifests: [manifestOf(events, resource, name, { apiVersion: 'olm.operatorframework.io/v1', kind: 'ClusterExtension', metadata: { name }, spec }, spec)],
    };
  },
  'bundle deployment': (name, wait) => rukpakTarget('BundleDeployment', name, wait),
  'bundle instance': (name, wait) => rukpakTarget('BundleInstance', name, wait),
  'bundle': (name, wait) => rukpakTarget('Bundle', name, wait),
  'operator': (_, { events }, namespace) => {
    const objects = REFS.filter(({ kind }) => kind !== 'ServiceAccount');
    return {
      // A manifest does not know the name of the bundle.
      provider: 'plainReady', inputs: { name: 'plain-op', namespace, objects }, explain: undefined,
      manifests: objects.map(({ apiVersion, kind, ...metadata }) => (
        manifestOf(events, `${kind.toLowerCase()}s${apiVersion === 'v1' ? '' : `.${apiVersion.split('/')[0]!}`}`, metadata.name, { apiVersion, kind, metadata, spec: {} })
      )),
    };
  },
};

/** The parts of OLM that a release has besides those of the failures. */
const MORE_CRDS = ['catalogsources', 'clusterserviceversions', 'installplans', 'operatorgroups'].map((plural) => `${plural}.operators.coreos.com`);
const ALL_PARTS = { ...PARTS, crds: [...MORE_CRDS, ...PARTS.crds], deployments: [...PARTS.deployments, { namespace: 'olm', name: 'catalog-operator' }] };
const RELEASE: readonly ClusterEvent[] = [
  ...MORE_CRDS.map((crd) => event(0, 'customresourcedefinitions', establishedCrd(crd, ...(crd.startsWith('operatorgroups') ? ['v1', 'v1alpha2'] : ['v1alpha1'])))),
  event(0, 'deployments', deployment('catalog-operator', 1, { metadata: { namespace: 'olm' } })),
];

function rukpakTarget(kind: string, name: string, { events }: SimulatedWait<unknown>): Target {
  const resource = `${kind.toLowerCase()}s.core.rukpak.io`;
  const conditions = events.filter((happened) => happened.resource === resource).flatMap(({ object }) => mapListField(object.status, 'conditions'));
  const types = conditions.map((condition) => condition['type']);
  const isSecond = kind === 'BundleDeployment' && (types.includes('Unpacked') || !types.includes('HasValidBundle'));
  const apiVersion = `core.rukpak.io/${isSecond ? 'v1alpha2' : 'v1alpha1'}`;
  const versioned = events.map((happened) => (
    happened.resource === resource ? { ...happened, object: { ...happened.object, apiVersion } } : happened
  ));
  return {
    provider: 'rukpakReady', inputs: { name, kind, ...(kind === 'BundleDeployment' ? { apiVersion } : {}) }, explain: [`${kind.toLowerCase()}/${name}`],
    events: versioned, manifests: [manifestOf(versioned, resource, name, { apiVersion, kind, metadata: { name }, spec: {} })],
  };
}

const isWait = ({ explanation: [headline] }: ExplainedFailure): boolean => !headline!.startsWith('removal');

/** Each failure of the waiters' own tests. */
export const VERDICT_SCENARIOS: readonly VerdictScenario[] = [
  ...FAILURES.map(operatorScenario),
  ...[...CATALOG_FAILURES, ...OLM_FAILURES, ...OLM_V1_FAILURES, ...RUKPAK_FAILURES, ...PLAIN_FAILURES].filter(isWait).map(scenarioOf),
];
