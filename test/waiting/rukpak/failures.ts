import {
  bundleDeployment, crd, deploymentAt, installFailed, INSTALLED, operator, RukpakCondition, unhealthy, UNPACKED, UNPACKING, unpackFailed, unreadable,
} from './objects';
import { KNOWN_CAUSES, CauseName } from '../../../lib/waiting/causes/known-causes';
import { rukpakDeploymentRemoval } from '../../../lib/waiting/rukpak/rukpak-deployment-removal';
import { rukpakDeploymentReady } from '../../../lib/waiting/rukpak/rukpak-deployment-waiter';
import { event, object } from '../objects';
import { ExplainedFailure } from '../explained-failure';
import { ClusterEvent, simulate, Simulation, SimulatedWait } from '../simulated-cluster';

const remedy = (cause: CauseName): string => `    remedy: ${KNOWN_CAUSES[cause].remedy}`;

const of = (events: readonly ClusterEvent[], options: Simulation = {}) => (): SimulatedWait<unknown> => (
  simulate(rukpakDeploymentReady({ name: 'app', version: 'v1alpha2' }), events, options)
);

/** A BundleDeployment with an error, and what is printed. */
function failure(title: string, cause: CauseName, phase: string, conditions: readonly RukpakCondition[], printed: string): ExplainedFailure {
  const soon = KNOWN_CAUSES[cause].grace === 'terminal';
  return {
    title, within: soon ? 10 : 60, simulate: of([deploymentAt(0, bundleDeployment(conditions))]),
    explanation: [`bundle deployment app did not become ready: gave up after ${soon ? '10 s' : '1 min'} while ${phase}`, `  - ${printed}`, remedy(cause)],
  };
}

/** Failures of waiting for a BundleDeployment of RukPak, and of removing it. */
export const RUKPAK_FAILURES: readonly ExplainedFailure[] = [
  {
    title: 'a bundle deployment without RukPak', within: 10, simulate: of([], { problems: { 'bundledeployments.core.rukpak.io': 'not-served' } }),
    explanation: [
      'bundle deployment app did not become ready: gave up after 10 s while unpacking',
      '  - the cluster does not serve the API core.rukpak.io/v1alpha2: RukPak is not installed, or in another release', remedy('rukpak-missing'),
    ],
  },
  {
    title: 'a bundle deployment that does not exist', within: 10, simulate: of([]),
    explanation: ['bundle deployment app did not become ready: gave up after 10 s while unpacking', '  - BundleDeployment app does not exist', remedy('object-missing')],
  },
  {
    title: 'a bundle deployment without a provisioner', within: 300, simulate: of([deploymentAt(0, bundleDeployment([]))]),
    explanation: [
      'bundle deployment app did not become ready within 5 min: unpacking for 5 min, waiting for RukPak to process BundleDeployment app',
      '  - RukPak has not processed BundleDeployment app', remedy('rukpak-idle'),
    ],
  },
  {
    title: 'a bundle deployment whose bundle is not unpacked', within: 300, simulate: of([deploymentAt(0, bundleDeployment([UNPACKING]))]),
    explanation: [
      'bundle deployment app did not become ready within 5 min: unpacking for 5 min, waiting for RukPak to unpack the bundle',
      '  - the bundle of BundleDeployment app is not unpacked yet: pending unpack pod', remedy('rukpak-idle'),
    ],
  },
  failure('a bundle deployment with a wrong source', 'rukpak-unpack-failed', 'unpacking', [unpackFailed('source bundle content: get configmap rukpak-system/files: not found')],
    'the bundle of BundleDeployment app cannot be unpacked: source bundle content: get configmap rukpak-system/files: not found'),
  failure('a bundle deployment with a bundle that RukPak does not support', 'rukpak-bundle-unsupported', 'installing',
    [UNPACKED, installFailed('convert registry+v1 bundle to plain+v0 bundle: webhookDefinitions are not supported')],
    'BundleDeployment app cannot be installed: convert registry+v1 bundle to plain+v0 bundle: webhookDefinitions are not supported'),
  failure('a bundle deployment with unreadable content', 'rukpak-content-unreadable', 'installing', [UNPACKED, unreadable('open /var/cache/bundles/app.tgz: no such file')],
    'the unpacked bundle of BundleDeployment app cannot be read: open /var/cache/bundles/app.tgz: no such file'),
  failure('a bundle deployment with objects that the API server refuses', 'rukpak-install-failed', 'installing',
    [UNPACKED, installFailed('required resource not found: no matches for kind "Certificate" in version "cert-manager.io/v1"')],
    'BundleDeployment app cannot be installed: required resource not found: no matches for kind "Certificate" in version "cert-manager.io/v1"'),
  failure('a bundle deployment without its namespace', 'namespace-missing', 'installing', [UNPACKED, installFailed('create: failed to create: namespaces "apps" not found')],
    'BundleDeployment app cannot be installed: create: failed to create: namespaces "apps" not found'),
  failure('a bundle deployment with a bundle that is too large', 'rukpak-release-too-large', 'installing',
    [UNPACKED, installFailed('create: failed to create: Secret "sh.helm.release.v1.app.v1" is invalid: data: Too long: must have at most 1048576 bytes')],
    'BundleDeployment app cannot be installed: create: failed to create: Secret "sh.helm.release.v1.app.v1" is invalid: data: Too long: must have at most 1048576 bytes'),
  {
    title: 'a bundle deployment that is not healthy', within: 900,
    simulate: of([deploymentAt(0, bundleDeployment([UNPACKED, INSTALLED, unhealthy('deployment plain-op is not available')]))]),
    explanation: [
      'bundle deployment app did not become ready within 15 min: starting for 15 min, waiting for what is installed to become healthy',
      '  - what BundleDeployment app installed is not healthy: deployment plain-op is not available', remedy('rukpak-unhealthy'),
    ],
  },
  {
    title: 'a bundle deployment whose APIs have objects', within: 0,
    simulate: () => simulate(rukpakDeploymentRemoval({ name: 'app', version: 'v1alpha2' }), [
      deploymentAt(0, bundleDeployment([UNPACKED, INSTALLED])), event(0, 'customresourcedefinitions', crd()), event(0, 'deployments', operator(1)),
      event(0, 'plains', object('shop')),
    ]),
    explanation: [
      'removal of bundle deployment app did not finish: gave up immediately while inspecting',
      '  - RukPak would delete one object together with the CRDs: Plain demo/shop', remedy('operands-at-risk'),
    ],
  },
];
