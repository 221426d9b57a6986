import {
  bundle, bundleDeployment, bundleIn, crd, deploymentAt, HEALTHY, installFailed, INSTALLED, operator, PENDING, rukpakEvent, unhealthy, UNPACKED,
  UNPACKING, unreadable, VALID,
} from './objects';
import { KubernetesObject } from '../../../../lib/cluster/waiting/view/kubernetes-object';
import { RukpakApiVersion } from '../../../../lib/cluster/waiting/rukpak/resources';
import { rukpakBundleReady } from '../../../../lib/cluster/waiting/rukpak/rukpak-bundle-waiter';
import { rukpakInstallationReady } from '../../../../lib/cluster/waiting/rukpak/rukpak-installation-waiter';
import { event } from '../objects';
import { ClusterEvent, simulate, SimulatedWait } from '../simulated-cluster';

function wait(events: readonly ClusterEvent[], version: RukpakApiVersion = 'v1alpha2'): SimulatedWait<unknown> {
  return simulate(rukpakInstallationReady({ name: 'app', version }), events);
}

const STATUS = { contentURL: 'https://core.rukpak-system.svc/bundles/app.tgz', resolvedSource: { type: 'image', image: { ref: 'quay.io/demo/app@sha256:0' } } };

describe('a bundle deployment', () => {
  it('is ready once its bundle is installed and its Deployments are rolled out, for two seconds', () => {
    const { verdict, at, lines } = wait([
      deploymentAt(0, bundleDeployment([])),
      deploymentAt(1_000, bundleDeployment([UNPACKING])),
      deploymentAt(3_000, bundleDeployment([UNPACKED])),
      deploymentAt(5_000, bundleDeployment([UNPACKED, INSTALLED], { status: STATUS })), event(4_900, 'deployments', operator(0)),
      event(8_000, 'deployments', operator(1)),
    ]);
    expect([verdict, at]).toEqual([expect.objectContaining({ kind: 'done', outcome: {
      name: 'app', resolvedSource: 'quay.io/demo/app@sha256:0', contentUrl: STATUS.contentURL, deployments: ['demo/plain-op'], ownedApis: [],
    } }), 10_000]);
    expect(lines).toEqual([
      '0.3 bundle deployment app: unpacking, waiting for RukPak to process BundleDeployment app',
      '1.3 bundle deployment app: unpacking for 1 s, waiting for RukPak to unpack the bundle',
      '3.3 bundle deployment app: installing, waiting for RukPak to install the bundle',
      '5.3 bundle deployment app: starting, waiting for Deployment plain-op (0 of 1 pods available)',
      '8.3 bundle deployment app: settling, waiting for everything to stay ready',
    ]);
  });

  it('in v1alpha1 reports its Bundle, and is not ready while a new one is unpacked', () => {
    const active = { status: { activeBundle: 'app-x' }, generation: 2 };
    const { verdict, at } = wait([
      rukpakEvent(0, 'bundles', bundle()), deploymentAt(0, bundleDeployment([PENDING, INSTALLED], active)),
      deploymentAt(4_000, bundleDeployment([VALID, INSTALLED], active)),
    ], 'v1alpha1');
    expect([verdict, at]).toEqual([expect.objectContaining({ kind: 'done', outcome: {
      name: 'app', activeBundle: 'app-x', resolvedSource: '0123abcd', contentUrl: 'https://core.rukpak-system.svc/bundles/app-x.tgz', deployments: [], ownedApis: [],
    } }), 6_000]);
  });

  it('waits until RukPak has deleted the Bundles of earlier specs, whose ConfigMaps it protects', () => {
    const earlier = bundle('app-w', 'before');
    const { verdict, at, lines } = wait([
      rukpakEvent(0, 'bundles', bundle()), rukpakEvent(0, 'bundles', earlier), deploymentAt(0, bundleDeployment([VALID, INSTALLED], { status: { activeBundle: 'app-x' } })),
      rukpakEvent(3_000, 'bundles', earlier, 'DELETED'),
    ], 'v1alpha1');
    expect([verdict.kind, at]).toEqual(['done', 5_000]);
    expect(lines[0]).toContain('serving, waiting for RukPak to delete Bundle app-w of an earlier spec');
  });

  it('has to serve its APIs', () => {
    const unserved = { ...crd(), status: {} };
    const ready = deploymentAt(0, bundleDeployment([UNPACKED, INSTALLED]));
    expect(wait([ready, event(0, 'customresourcedefinitions', unserved), event(5_000, 'customresourcedefinitions', crd())])).toMatchObject({
      at: 7_000, verdict: { kind: 'done', outcome: { ownedApis: [{ crd: 'plains.demo.test', group: 'demo.test', kind: 'Plain', plural: 'plains', version: 'v1' }] } },
    });
  });

  it('is not ready while its status is about an earlier spec', () => {
    const { at } = wait([
      deploymentAt(0, bundleDeployment([UNPACKED, INSTALLED], { generation: 2, observed: 1 })),
      deploymentAt(3_000, bundleDeployment([UNPACKED, INSTALLED], { generation: 2 })),
    ]);
    expect(at).toBe(5_000);
  });

  it('has to have a Bundle of its current template installed if its status has no generation, as before RukPak 0.9.0', () => {
    const installed = (activeBundle: string): ClusterEvent => deploymentAt(
      activeBundle === 'app-x' ? 3_000 : 0, bundleDeployment([VALID, INSTALLED], { generation: 2, status: { observedGeneration: undefined, activeBundle } }),
    );
    const { verdict, at } = wait([
      rukpakEvent(0, 'bundles', bundle('app-w', 'before')), installed('app-w'), rukpakEvent(1_000, 'bundles', bundle()), installed('app-x'),
      rukpakEvent(3_000, 'bundles', bundle('app-w', 'before'), 'DELETED'),
    ], 'v1alpha1');
    expect([verdict.kind, at]).toEqual(['done', 5_000]);
  });

  it('has to be healthy if RukPak checks that', () => {
    const { verdict, at } = wait([
      deploymentAt(0, bundleDeployment([UNPACKED, INSTALLED, unhealthy('deployment is not available')])),
      deploymentAt(90_000, bundleDeployment([UNPACKED, INSTALLED, HEALTHY])),
    ]);
    expect([verdict.kind, at]).toEqual(['done', 92_000]);
  });

  it('is ready if it was installed after an error that RukPak never takes back', () => {
    const failed = { ...unreadable('no such file'), lastTransitionTime: '2024-06-18T13:00:00Z' };
    const at = (lastTransitionTime: string): KubernetesObject => bundleDeployment([UNPACKED, failed, { ...INSTALLED, lastTransitionTime }]);
    expect(wait([deploymentAt(0, at('2024-06-18T13:00:01Z'))]).verdict.kind).toBe('done');
    expect(wait([deploymentAt(0, at('2024-06-18T12:59:59Z'))]).verdict.kind).toBe('failed');
  });

  it('recovers from an error that lasts less than a minute', () => {
    const error = bundleDeployment([UNPACKED, installFailed('connection refused')]);
    expect(wait([deploymentAt(0, error), deploymentAt(59_000, bundleDeployment([UNPACKED, INSTALLED]))]).verdict.kind).toBe('done');
    expect(wait([deploymentAt(0, error), deploymentAt(61_000, bundleDeployment([UNPACKED, INSTALLED]))]).verdict.kind).toBe('failed');
  });
});

describe('a bundle instance', () => {
  const instance = (at: number, found: KubernetesObject): ClusterEvent => rukpakEvent(at, 'bundleinstances', found);
  const waitFor = (events: readonly ClusterEvent[]): SimulatedWait<unknown> => (
    simulate(rukpakInstallationReady({ kind: 'BundleInstance', name: 'app', version: 'v1alpha1' }), events)
  );

  it('is ready once the Bundle of its template is installed', () => {
    const { verdict, at, lines } = waitFor([
      instance(0, bundleDeployment([])), rukpakEvent(1_000, 'bundles', bundle()),
      instance(2_000, bundleDeployment([VALID, INSTALLED], { status: { observedGeneration: undefined, installedBundleName: 'app-x' } })),
    ]);
    expect([verdict, at]).toEqual([expect.objectContaining({ kind: 'done', outcome: expect.objectContaining({ activeBundle: 'app-x', resolvedSource: '0123abcd' }) as object }), 4_000]);
    expect(lines[0]).toContain('bundle instance app: unpacking, waiting for RukPak to process BundleInstance app');
  });

  /** Before RukPak 0.4.0: it names a Bundle, and `Installed` also covers that. */
  const named = (status: 'True' | 'False', reason: string, installedBundleName = ''): KubernetesObject => bundleDeployment(
    [{ type: 'Installed', status, reason, message: '' }], { spec: { bundleName: 'app-x' }, status: { observedGeneration: undefined, installedBundleName } },
  );

  it('that names a Bundle is ready once that one is installed', () => {
    const { verdict, at, lines } = waitFor([
      rukpakEvent(0, 'bundles', bundle()), instance(0, named('True', 'InstallationSucceeded', 'app-w')), instance(2_000, named('False', 'BundleUnpackRunning', 'app-w')),
      instance(4_000, named('True', 'InstallationSucceeded', 'app-x')),
    ]);
    expect([verdict.kind, at]).toEqual(['done', 6_000]);
    expect(lines.slice(0, 2)).toEqual([
      '0.3 bundle instance app: unpacking, waiting for RukPak to process BundleInstance app',
      '2.3 bundle instance app: unpacking for 2 s, waiting for RukPak to unpack the bundle',
    ]);
  });
});

describe('a bundle', () => {
  const waitFor = (...events: readonly ClusterEvent[]): SimulatedWait<unknown> => simulate(rukpakBundleReady({ name: 'app-x' }), events);

  it('is ready once it is unpacked', () => {
    const { verdict, at, lines } = waitFor(
      rukpakEvent(1_000, 'bundles', bundle('app-x', 'main', { status: {} })), rukpakEvent(2_000, 'bundles', bundleIn('Pending', UNPACKING)),
      rukpakEvent(3_000, 'bundles', bundleIn('Unpacking', { ...UNPACKING, reason: 'Unpacking' })), rukpakEvent(5_000, 'bundles', bundle()),
    );
    expect([verdict, at]).toEqual([expect.objectContaining({ kind: 'done', outcome: {
      name: 'app-x', resolvedSource: '0123abcd', contentUrl: 'https://core.rukpak-system.svc/bundles/app-x.tgz',
    } }), 7_000]);
    expect(lines).toEqual([
      '0.3 bundle app-x: unpacking, waiting for Bundle app-x to be created', '1.3 bundle app-x: unpacking for 1 s, waiting for RukPak to process Bundle app-x',
      '2.3 bundle app-x: unpacking for 2 s, waiting for RukPak to unpack the bundle', '5.3 bundle app-x: settling, waiting for everything to stay ready',
    ]);
  });

  it('is unknown until the Bundles are listed', () => {
    const { lines } = simulate(rukpakBundleReady({ name: 'app-x' }), [], { problems: { 'bundles.core.rukpak.io': 'unreachable' } });
    expect(lines[0]).toContain('bundle app-x: unpacking, waiting for the initial lists from the API server');
  });

  it('before RukPak 0.5.0 reports the digest', () => {
    const found = bundle('app-x', 'main', { status: { phase: 'Unpacked', conditions: [UNPACKED], digest: 'quay.io/demo/app@sha256:0' } });
    expect(waitFor(rukpakEvent(0, 'bundles', found)).verdict).toMatchObject({ kind: 'done', outcome: { resolvedSource: 'quay.io/demo/app@sha256:0' } });
  });
});
