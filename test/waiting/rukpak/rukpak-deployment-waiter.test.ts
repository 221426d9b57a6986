import {
  bundle, bundleDeployment, deploymentAt, HEALTHY, installFailed, INSTALLED, operator, PENDING, rukpakEvent, unhealthy, UNPACKED, UNPACKING,
  unreadable, VALID,
} from './objects';
import { KubernetesObject } from '../../../lib/waiting/cluster/kubernetes-object';
import { RukpakApiVersion } from '../../../lib/waiting/rukpak/resources';
import { rukpakDeploymentReady } from '../../../lib/waiting/rukpak/rukpak-deployment-waiter';
import { event } from '../objects';
import { ClusterEvent, simulate, SimulatedWait } from '../simulated-cluster';

function wait(events: readonly ClusterEvent[], version: RukpakApiVersion = 'v1alpha2'): SimulatedWait<unknown> {
  return simulate(rukpakDeploymentReady({ name: 'app', version }), events);
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
      name: 'app', resolvedSource: 'quay.io/demo/app@sha256:0', contentUrl: STATUS.contentURL, deployments: ['demo/plain-op'],
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
      name: 'app', activeBundle: 'app-x', resolvedSource: '0123abcd', contentUrl: 'https://core.rukpak-system.svc/bundles/app-x.tgz', deployments: [],
    } }), 6_000]);
  });

  it('is not ready while its status is about an earlier spec', () => {
    const { at } = wait([
      deploymentAt(0, bundleDeployment([UNPACKED, INSTALLED], { generation: 2, observed: 1 })),
      deploymentAt(3_000, bundleDeployment([UNPACKED, INSTALLED], { generation: 2 })),
    ]);
    expect(at).toBe(5_000);
  });

  it('is ready without a generation in its status, as before RukPak 0.9.0', () => {
    const found = bundleDeployment([VALID, INSTALLED], { generation: 2, status: { observedGeneration: undefined } });
    expect(wait([deploymentAt(0, found)], 'v1alpha1').verdict.kind).toBe('done');
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

  it('gets over an error that lasts less than a minute', () => {
    const error = bundleDeployment([UNPACKED, installFailed('connection refused')]);
    expect(wait([deploymentAt(0, error), deploymentAt(59_000, bundleDeployment([UNPACKED, INSTALLED]))]).verdict.kind).toBe('done');
    expect(wait([deploymentAt(0, error), deploymentAt(61_000, bundleDeployment([UNPACKED, INSTALLED]))]).verdict.kind).toBe('failed');
  });
});
