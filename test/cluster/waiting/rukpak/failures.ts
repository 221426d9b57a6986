import {
  bundle, bundleDeployment, bundleIn, crd, deploymentAt, installFailed, INSTALLED, operator, RukpakCondition, rukpakEvent, unhealthy, UNPACKED,
  UNPACKING, unpackFailed, unreadable, VALID,
} from './objects';
import { KNOWN_CAUSES, CauseName } from '../../../../lib/cluster/waiting/explain/known-causes';
import { rukpakInstallationRemoval } from '../../../../lib/cluster/waiting/rukpak/rukpak-installation-removal';
import { rukpakBundleReady } from '../../../../lib/cluster/waiting/rukpak/rukpak-bundle-waiter';
import { rukpakInstallationReady } from '../../../../lib/cluster/waiting/rukpak/rukpak-installation-waiter';
import { event, object, pod } from '../objects';
import { ExplainedFailure } from '../explained-failure';
import { ClusterEvent, simulate, Simulation, SimulatedWait } from '../simulated-cluster';

const remedy = (cause: CauseName): string => `    remedy: ${KNOWN_CAUSES[cause].remedy}`;

const of = (events: readonly ClusterEvent[], options: Simulation = {}) => (): SimulatedWait<unknown> => (
  simulate(rukpakInstallationReady({ name: 'app', version: 'v1alpha2' }), events, options)
);

const ofBundle = (phase: string, unpacked: RukpakCondition) => (): SimulatedWait<unknown> => (
  simulate(rukpakBundleReady({ name: 'app-x' }), [rukpakEvent(0, 'bundles', bundleIn(phase, unpacked))])
);

/** Condition that RukPak writes if it fails before unpacking. */
const unprocessed = (type: string, message: string): RukpakCondition => ({ type, status: 'Unknown', reason: 'ReconcileFailed', message });

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
    [UNPACKED, installFailed('create: failed to create: Service "app" is invalid: spec.ports: Required value')],
    'BundleDeployment app cannot be installed: create: failed to create: Service "app" is invalid: spec.ports: Required value'),
  {
    title: 'a bundle deployment with an object whose API the cluster lacks', within: 60, simulate: of([deploymentAt(0, bundleDeployment([UNPACKED,
      installFailed('required resource not found: no matches for kind "Certificate" in version "cert-manager.io/v1"')]))]),
    explanation: [
      'bundle deployment app did not become ready: gave up after 1 min while installing',
      '  - BundleDeployment app cannot be installed: the cluster does not serve the API Certificate of cert-manager.io/v1; cert-manager usually installs it',
      "    remedy: install the CRDs of cert-manager first; or leave the object out of the bundle: `omit: [BundleObjects.ofKind('Certificate')]` of the BundleDeployment or OperatorRegistry",
    ],
  },
  failure('a bundle deployment without its namespace', 'namespace-missing', 'installing', [UNPACKED, installFailed('create: failed to create: namespaces "apps" not found')],
    'BundleDeployment app cannot be installed: create: failed to create: namespaces "apps" not found'),
  failure('a bundle deployment with a bundle that is too large', 'rukpak-release-too-large', 'installing',
    [UNPACKED, installFailed('create: failed to create: Secret "sh.helm.release.v1.app.v1" is invalid: data: Too long: must have at most 1048576 bytes')],
    'BundleDeployment app cannot be installed: create: failed to create: Secret "sh.helm.release.v1.app.v1" is invalid: data: Too long: must have at most 1048576 bytes'),
  failure('a bundle deployment with an unsafe change of a CRD', 'rukpak-crd-upgrade-unsafe', 'installing',
    [UNPACKED, installFailed('validating upgrade for CRD "plains.demo.test" failed: existing field removed')],
    'BundleDeployment app cannot be installed: validating upgrade for CRD "plains.demo.test" failed: existing field removed'),
  failure('a bundle deployment with an object that exists', 'rukpak-object-exists', 'installing',
    [UNPACKED, installFailed('CustomResourceDefinition "plains.demo.test" in namespace "" exists and cannot be imported into the current release: invalid ownership metadata')],
    'BundleDeployment app cannot be installed: CustomResourceDefinition "plains.demo.test" in namespace "" exists and cannot be imported into the current release: '
    + 'invalid ownership metadata'),
  {
    title: 'a bundle deployment that is not healthy', within: 660,
    simulate: of([deploymentAt(0, bundleDeployment([UNPACKED, INSTALLED, unhealthy('deployment plain-op is not available')]))]),
    explanation: [
      'bundle deployment app did not become ready within 11 min: starting for 11 min, waiting for what is installed to become healthy',
      '  - what BundleDeployment app installed is not healthy: deployment plain-op is not available', remedy('rukpak-unhealthy'),
    ],
  },
  {
    title: 'a bundle deployment whose Bundle RukPak cannot create', within: 60,
    simulate: () => simulate(rukpakInstallationReady({ name: 'app', version: 'v1alpha1' }), [deploymentAt(0, bundleDeployment([unprocessed('HasValidBundle', 'reached the maximum generated Bundle limit')]))]),
    explanation: [
      'bundle deployment app did not become ready: gave up after 1 min while unpacking',
      '  - the bundle of BundleDeployment app cannot be unpacked: reached the maximum generated Bundle limit', remedy('rukpak-unpack-failed'),
    ],
  },
  {
    title: 'a bundle deployment whose earlier Bundle remains', within: 60,
    simulate: () => simulate(rukpakInstallationReady({ name: 'app', version: 'v1alpha1' }), [
      rukpakEvent(0, 'bundles', bundle('app-w', 'before')), rukpakEvent(0, 'bundles', bundle()),
      deploymentAt(0, bundleDeployment([VALID, INSTALLED], { status: { activeBundle: 'app-x' } })),
    ]),
    explanation: [
      'bundle deployment app did not become ready within 1 min: serving for 1 min, waiting for RukPak to delete Bundle app-w of an earlier spec',
      '  - Bundle app-w of an earlier spec still exists', remedy('deletion-pending'),
    ],
  },
  {
    title: 'a bundle instance with a wrong source', within: 60,
    simulate: () => simulate(rukpakInstallationReady({ kind: 'BundleInstance', name: 'app', version: 'v1alpha1' }), [
      rukpakEvent(0, 'bundles', bundleIn('Failing', unpackFailed('source bundle content: unknown branch'))),
      rukpakEvent(0, 'bundleinstances', bundleDeployment(
        [{ ...unpackFailed('Failed to unpack the app-x Bundle'), type: 'HasValidBundle' }], { status: { observedGeneration: undefined } },
      )),
    ]),
    explanation: [
      'bundle instance app did not become ready: gave up after 1 min while unpacking',
      '  - the bundle of BundleInstance app cannot be unpacked: Failed to unpack the app-x Bundle: source bundle content: unknown branch', remedy('rukpak-unpack-failed'),
    ],
  },
  {
    title: 'a bundle deployment whose pod crashes', within: 660,
    simulate: of([
      deploymentAt(0, bundleDeployment([UNPACKED, INSTALLED])), event(0, 'deployments', operator(0)),
      event(0, 'pods', pod('plain-op-1', 'plain-op', { phase: 'Running', containerStatuses: [{
        name: 'manager', state: { waiting: { reason: 'CrashLoopBackOff' } }, lastState: { terminated: { exitCode: 1, message: 'no leases' } },
      }] })),
    ]),
    explanation: [
      'bundle deployment app did not become ready within 11 min: starting for 11 min, waiting for Deployment plain-op (0 of 1 pods available)',
      '  - container manager of pod demo/plain-op-1 keeps crashing with exit code 1: no leases', remedy('container-crash'),
    ],
  },
  {
    title: 'a bundle without RukPak', within: 10,
    simulate: () => simulate(rukpakBundleReady({ name: 'app-x' }), [], { problems: { 'bundles.core.rukpak.io': 'not-served' } }),
    explanation: [
      'bundle app-x did not become ready: gave up after 10 s while unpacking',
      '  - the cluster does not serve the API core.rukpak.io/v1alpha1: RukPak is not installed, or in another release', remedy('rukpak-missing'),
    ],
  },
  {
    title: 'a bundle without a provisioner', within: 300, simulate: ofBundle('Pending', UNPACKING),
    explanation: [
      'bundle app-x did not become ready within 5 min: unpacking for 5 min, waiting for RukPak to unpack the bundle',
      '  - Bundle app-x is not unpacked yet: pending unpack pod', remedy('rukpak-idle'),
    ],
  },
  {
    title: 'a bundle with an invalid layout', within: 10, simulate: ofBundle('Failing', unpackFailed('invalid bundle: found zero objects')),
    explanation: [
      'bundle app-x did not become ready: gave up after 10 s while unpacking',
      '  - Bundle app-x cannot be unpacked: invalid bundle: found zero objects', remedy('rukpak-bundle-unsupported'),
    ],
  },
  {
    title: 'a bundle whose finalizer RukPak cannot process', within: 60, simulate: ofBundle('Failing', unprocessed('Unpacked', 'delete: permission denied')),
    explanation: [
      'bundle app-x did not become ready: gave up after 1 min while unpacking',
      '  - Bundle app-x cannot be unpacked: delete: permission denied', remedy('rukpak-unpack-failed'),
    ],
  },
  {
    title: 'a bundle deployment whose APIs have objects', within: 0,
    simulate: () => simulate(rukpakInstallationRemoval({ name: 'app', version: 'v1alpha2' }), [
      deploymentAt(0, bundleDeployment([UNPACKED, INSTALLED])), event(0, 'customresourcedefinitions', crd()), event(0, 'deployments', operator(1)),
      event(0, 'plains', object('shop')),
    ]),
    explanation: [
      'removal of bundle deployment app did not finish: gave up immediately while inspecting',
      '  - RukPak would delete one object together with the CRDs: Plain demo/shop', remedy('operands-at-risk'),
    ],
  },
];
