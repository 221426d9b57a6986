import { App, Chart, JsonPatch, Testing } from 'cdk8s';
import * as pulumi from '../../lib/pulumi';
import {
  BundleDeployment, CatalogRef, ImageCatalog, InstallPlanApproval, olm, OlmV0Engine, OperatorRegistry, OperatorSubscription,
  type OperatorSubscriptionProps,
} from '../../lib';
import { Bundle } from '../../lib/bundle/bundle';
import { Catalog } from '../../lib/catalog/catalog';
import { waitTargets } from '../../lib/cluster/operations/wait-targets';
import { WANTED_CSV } from '../../lib/formats/schema/wanted-csv';
import { ArgoCd, FluxSourceRef, FluxStages, InClusterProgram, OperatorWaitJob } from '../../lib/gitops';
import { judgeHealth } from '../../lib/gitops/health/judge-health';
import { SUBSCRIPTION_HEALTH } from '../../lib/gitops/health/olm-v0-health';
import { sampleBundle } from '../builders/sample-bundle';
import { type Manifest, one, synth } from '../builders/synthesized';
import { csv, DEMO, event, object, readyNamespace, subscription } from '../cluster/waiting/objects';
import { establishedCrd } from '../cluster/waiting/recorded-traces';
import { simulate } from '../cluster/waiting/simulated-cluster';
import { Program } from './program';

const PACKAGE = 'plain';
const name = (version: string): string => `${PACKAGE}.v${version}`;

function plain(version: string, replaces?: string, facts: Parameters<typeof sampleBundle>[0] = {}): Bundle {
  return sampleBundle({ package: PACKAGE, version, channels: 'alpha', ...(replaces === undefined ? {} : { replaces: name(replaces) }), ...facts });
}

const BUNDLES = [plain('1.0.0'), plain('1.1.0', '1.0.0'), plain('1.2.0', '1.1.0'), plain('9.0.0', undefined, { channels: 'beta' })];
const CONTENT = Catalog.fromBundles(BUNDLES);
const DIGEST = `registry.example.com/catalog@sha256:${'1'.repeat(64)}`;

const subscribe = (catalog: (chart: Chart) => OperatorSubscriptionProps['catalog'], props: Partial<OperatorSubscriptionProps> = {}) => (chart: Chart): OperatorSubscription => (
  new OperatorSubscription(chart, 'operator', { packageName: PACKAGE, namespace: DEMO, channel: 'alpha', catalog: catalog(chart), ...props })
);
const registry = (chart: Chart): OperatorRegistry => new OperatorRegistry(chart, 'registry', { bundles: BUNDLES, name: 'cat', namespace: DEMO });
const deploy = (engine: OlmV0Engine) => (chart: Chart): OperatorSubscription => (
  new BundleDeployment(chart, 'operator', { bundle: BUNDLES[1]!, previous: [BUNDLES[0]!], namespace: DEMO, engine }).olmV0.subscription
);

class OtherChannel extends OperatorSubscription {
  protected override subscriptionSpec(): olm.SubscriptionSpec {
    return { ...super.subscriptionSpec(), channel: 'beta' };
  }
}

/** Apps with a Subscription, and the version that their manifests request, or undefined for whatever the channel offers. */
const ROWS: readonly (readonly [what: string, build: (chart: Chart) => OperatorSubscription, wanted: string | undefined])[] = [
  ['the bundle of a BundleDeployment', deploy(new OlmV0Engine({ registry: { name: 'cat' } })), '1.1.0'],
  ['the bundle of a pinned BundleDeployment', deploy(new OlmV0Engine({ registry: { name: 'cat' }, pinned: true })), '1.1.0'],
  ['the head of a followed channel of a registry', subscribe(registry), '1.2.0'],
  ['the pinned version', subscribe(registry, { version: '1.1.0' }), '1.1.0'],
  ['the highest version in a range', subscribe(registry, { versionRange: '<1.2.0' }), '1.1.0'],
  ['the end of the upgrades from the version to start with', subscribe(registry, { startingCsv: name('1.0.0') }), '1.2.0'],
  ['the head of the channel of a registry that is referred to by name', chart => {
    registry(chart);
    return subscribe(() => CatalogRef.named('cat', DEMO))(chart);
  }, '1.2.0'],
  ['the head of the channel of an image with a digest', subscribe(chart => new ImageCatalog(chart, 'cat', { image: DIGEST, content: CONTENT, name: 'cat', namespace: DEMO })), '1.2.0'],
  ['the head of the channel that a subclass sets', chart => (
    new OtherChannel(chart, 'operator', { packageName: PACKAGE, namespace: DEMO, channel: 'alpha', catalog: registry(chart) })
  ), '9.0.0'],
  ['the version that the user writes', subscribe(registry, { annotations: { [WANTED_CSV]: name('1.1.0') } }), '1.1.0'],
  ['whatever a catalog with newer content than the app knows offers', subscribe(() => CatalogRef.named('other', 'olm', { content: CONTENT })), undefined],
  ['whatever an image with a tag offers', subscribe(chart => (
    new ImageCatalog(chart, 'cat', { image: 'registry.example.com/catalog:latest', content: CONTENT, namespace: DEMO })
  )), undefined],
  ['whatever the user approves', subscribe(registry, { approval: InstallPlanApproval.MANUAL }), undefined],
];

const manifest = (manifests: readonly Manifest[], kind: string): Manifest => one(manifests, kind);
const wantedIn = ({ metadata }: Manifest): string | undefined => metadata.annotations?.[WANTED_CSV];

/** Status of the Subscription when a version is installed. */
const installed = (version: string): object => ({ state: 'AtLatestKnown', installedCSV: name(version), currentCSV: name(version) });

/** Runs the wait of the command, which is that of the Job, in a cluster with version 0.9.0, which OLM upgrades after 30 seconds. */
function commandWait(applied: Manifest, version: string): { readonly at: number; readonly kind: string; readonly readyText: string } {
  const [target] = waitTargets([{ apiVersion: applied.apiVersion, kind: applied.kind, name: applied.metadata.name, namespace: DEMO, object: applied, source: 'dist' }], {
    namespace: DEMO, operators: { approve: false, stepwise: false, allowedCsvs: [], recover: 0, adopt: false },
  });
  const { verdict, at } = simulate(target!.waiter(120_000), [
    ...readyNamespace(), event(0, 'operatorgroups', object('og')), event(0, 'customresourcedefinitions', establishedCrd('plains.demo.test', 'v1')),
    event(0, 'subscriptions', subscription(installed('0.9.0'), applied.spec)), event(0, 'clusterserviceversions', csv(name('0.9.0'), 'Succeeded')),
    event(30_000, 'subscriptions', subscription(installed(version), applied.spec)), event(30_000, 'clusterserviceversions', csv(name(version), 'Succeeded')),
  ]);
  return { at, kind: verdict.kind, readyText: verdict.kind === 'done' ? target!.readyText(verdict.outcome) : '' };
}

describe.each(ROWS)('what is wanted is %s', (_, build, version) => {
  const wanted = version === undefined ? undefined : name(version);
  const chartOf = (more: (chart: Chart, operator: OperatorSubscription) => void = () => undefined): Manifest[] => {
    const chart = new Chart(Testing.app(), 'demo');
    more(chart, build(chart));
    return synth(chart);
  };

  test('in the manifests, without any preparation', () => {
    expect(wantedIn(manifest(chartOf(), 'Subscription'))).toBe(wanted);
    expect(chartOf()).toEqual(chartOf());
  });

  test('for the command, which is ready with it only', () => {
    const found = commandWait(manifest(chartOf(), 'Subscription'), version ?? '1.2.0');
    const isManual = manifest(chartOf(), 'Subscription').spec['installPlanApproval'] === 'Manual';
    expect(found).toEqual(wanted === undefined
      ? { kind: 'done', at: 2_000, readyText: isManual ? name('0.9.0') : `${name('0.9.0')} (whatever the channel offers now)` }
      : { kind: 'done', at: 32_000, readyText: wanted });
  });

  test('for the Job, which has the same Subscription', () => {
    const manifests = chartOf((chart, operator) => new OperatorWaitJob(chart, 'wait', { waitFor: [operator], program: InClusterProgram.fromFile(__filename) }));
    const { items } = JSON.parse(manifests.flatMap(({ data }) => (data as { 'manifests.json'?: string } | undefined)?.['manifests.json'] ?? [])[0]!) as { items: Manifest[] };
    expect(manifest(items, 'Subscription')).toEqual(manifest(manifests, 'Subscription'));
  });

  test('for Pulumi', async () => {
    const program = await Program.run(() => {
      const chart = new Chart(new App(), 'demo');
      build(chart);
      return pulumi.ChartComponent.fromChart('demo', chart);
    });
    const [waiter] = program.registered.filter(({ type }) => type.endsWith(':OperatorReady'));
    expect((waiter!.inputs['pin'] as { readonly csv: string } | undefined)?.csv).toBe(wanted);
  });

  test('for Argo CD, in the wave and in the Operator', () => {
    const manifests = chartOf(chart => ArgoCd.prepare(chart));
    expect([manifest(manifests, 'Subscription'), manifest(manifests, 'Operator')].map(wantedIn)).toEqual([wanted, wanted]);
  });

  test('for Flux, by its name', () => {
    const app = Testing.app();
    build(new Chart(app, 'operators'));
    const stages = new Chart(app, 'flux');
    new FluxStages(stages, 'stages', { source: FluxSourceRef.gitRepository('flux-system') });
    const checks = synth(stages).flatMap(({ spec }) => spec['healthChecks'] as { kind: string; name: string }[] | undefined ?? []);
    expect(checks.filter(({ kind }) => ['ClusterServiceVersion', 'Operator'].includes(kind)).map(({ kind, name: of }) => [kind, of])).toEqual([
      wanted === undefined ? ['Operator', `${PACKAGE}.${DEMO}`] : ['ClusterServiceVersion', wanted],
    ]);
  });

  test('for health checks, which are not ready with an earlier version', () => {
    const { metadata, spec } = manifest(chartOf(), 'Subscription');
    const verdict = (of: string): string => judgeHealth(SUBSCRIPTION_HEALTH, { metadata, spec, status: installed(of) }).verdict;
    expect([verdict('0.9.0'), verdict(version ?? '1.2.0')]).toEqual([wanted === undefined ? 'ready' : 'progressing', 'ready']);
  });
});

test('a new version in the registry changes the Subscription in its annotation only', () => {
  const subscriptionOf = (bundles: Bundle[]): Manifest => {
    const chart = Testing.chart();
    subscribe(() => new OperatorRegistry(chart, 'registry', { bundles, name: 'cat', namespace: DEMO }))(chart);
    return manifest(synth(chart), 'Subscription');
  };
  const [before, after] = [subscriptionOf(BUNDLES.slice(0, 1)), subscriptionOf(BUNDLES.slice(0, 2))];
  expect([before, after].map(wantedIn)).toEqual([name('1.0.0'), name('1.1.0')]);
  expect(after).toEqual({ ...before, metadata: { ...before.metadata, annotations: after.metadata.annotations } });
});

test('a patch of the spec decides the wanted version too', () => {
  const chart = Testing.chart();
  subscribe(registry)(chart).subscription.addJsonPatch(JsonPatch.replace('/spec/channel', 'beta'));
  expect(wantedIn(manifest(synth(chart), 'Subscription'))).toBe(name('9.0.0'));
});

test('a bundle that OLM does not install is not wanted, although it is the head of the channel', () => {
  const deprecated = Catalog.fromString([
    { schema: 'olm.package', name: PACKAGE, defaultChannel: 'alpha' },
    { schema: 'olm.channel', package: PACKAGE, name: 'alpha', entries: [{ name: name('1.0.0') }, { name: name('1.1.0'), replaces: name('1.0.0') }] },
    ...['1.0.0', '1.1.0'].map(version => ({
      schema: 'olm.bundle', package: PACKAGE, name: name(version), image: `registry.example.com/plain:${version}`, properties: [
        { type: 'olm.package', value: { packageName: PACKAGE, version } }, ...(version === '1.1.0' ? [{ type: 'olm.deprecated', value: {} }] : []),
      ],
    })),
  ].map(blob => JSON.stringify(blob)).join('\n'));
  const chart = Testing.chart();
  subscribe(() => new ImageCatalog(chart, 'cat', { image: DIGEST, content: deprecated, namespace: DEMO }))(chart);
  expect(wantedIn(manifest(synth(chart), 'Subscription'))).toBe(name('1.0.0'));
});
