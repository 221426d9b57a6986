import {
  catalogAt, clusterCatalog, clusterExtension, controller, extensionAt, failedExtension, installedCondition, installedExtension, operatorCrd,
  operatorDeployment, progressing, servedCatalog, V1Condition,
} from './objects';
import { KNOWN_CAUSES, CauseName } from '../../../../lib/cluster/waiting/explain/known-causes';
import { clusterCatalogReady } from '../../../../lib/cluster/waiting/olm-v1/cluster-catalog-waiter';
import { clusterExtensionReady } from '../../../../lib/cluster/waiting/olm-v1/cluster-extension-waiter';
import { clusterObject, event, pod } from '../objects';
import { ExplainedFailure } from '../explained-failure';
import { ClusterEvent, simulate, SimulatedWait } from '../simulated-cluster';

const remedy = (cause: CauseName): string => `    remedy: ${KNOWN_CAUSES[cause].remedy}`;

const ofCatalog = (...events: readonly ClusterEvent[]) => (): SimulatedWait<unknown> => simulate(clusterCatalogReady({ name: 'cat' }), events);

/** A ClusterCatalog with an error of catalogd, and what is printed. */
function catalogFailure(title: string, cause: CauseName, condition: V1Condition, printed: string): ExplainedFailure {
  const within = { none: 0, terminal: 10, transient: 60, timeout: 300 }[condition.status === 'False' ? 'none' : KNOWN_CAUSES[cause].grace];
  const after = within === 60 ? 'after 1 min' : within === 0 ? 'immediately' : `after ${within} s`;
  return {
    title, within, simulate: ofCatalog(catalogAt(0, clusterCatalog([condition]))),
    explanation: [
      `cluster catalog cat did not become ready: gave up ${after} while unpacking`, `  - ClusterCatalog cat cannot be served: ${printed}`, remedy(cause),
    ],
  };
}

const pulling = (title: string, cause: CauseName, message: string): ExplainedFailure => (
  catalogFailure(title, cause, progressing('Retrying', `source catalog content: ${message}`), `source catalog content: ${message}`)
);

/** Failures of waiting for a ClusterCatalog. */
const CATALOG_FAILURES: readonly ExplainedFailure[] = [
  pulling('a cluster catalog whose image does not exist', 'image-not-found',
    'error creating image source: reading manifest v1 in quay.io/demo/catalog: manifest unknown'),
  pulling('a cluster catalog whose image needs credentials', 'image-unauthorized',
    'error creating image source: reading manifest v1 in quay.io/demo/catalog: unauthorized: access to the requested resource is not authorized'),
  pulling('a cluster catalog in a registry with an unknown certificate', 'registry-untrusted',
    'error creating image source: pinging container registry registry.local: Get "https://registry.local/v2/": tls: failed to verify certificate: x509: certificate signed by unknown authority'),
  pulling('a cluster catalog in a registry that is not reached', 'registry-unreachable',
    'error creating image source: pinging container registry registry.local: Get "https://registry.local/v2/": dial tcp: lookup registry.local: no such host'),
  catalogFailure('a cluster catalog whose image holds no catalog', 'catalog-image-invalid',
    progressing('Blocked', 'source catalog content: error applying image: terminal error: catalog image is missing the required label "operators.operatorframework.io.index.configs.v1"', 'False'),
    'source catalog content: error applying image: catalog image is missing the required label "operators.operatorframework.io.index.configs.v1"'),
  catalogFailure('a cluster catalog with an invalid reference', 'image-reference-invalid',
    progressing('Blocked', 'source catalog content: terminal error: error parsing image reference "catalog": repository name must be canonical', 'False'),
    'source catalog content: error parsing image reference "catalog": repository name must be canonical'),
  catalogFailure('a cluster catalog that catalogd cannot store', 'olm-v1-retrying',
    progressing('Retrying', 'error deleting old images: no space left on device'), 'error deleting old images: no space left on device'),
  {
    title: 'a cluster catalog that does not exist', within: 10, simulate: ofCatalog(),
    explanation: ['cluster catalog cat did not become ready: gave up after 10 s while unpacking', '  - ClusterCatalog cat does not exist', remedy('object-missing')],
  },
  {
    title: 'a cluster catalog without catalogd', within: 300, simulate: ofCatalog(catalogAt(0, clusterCatalog([])), event(0, 'deployments', controller('catalogd', 0))),
    explanation: [
      'cluster catalog cat did not become ready within 5 min: unpacking for 5 min, waiting for catalogd to serve quay.io/demo/catalog:v1',
      '  - catalogd has not processed ClusterCatalog cat', remedy('olm-v1-idle'),
      '  - Deployment olmv1-system/catalogd-controller-manager of OLM v1 is not available', remedy('olm-not-running'),
    ],
  },
  {
    title: 'a cluster catalog whose change catalogd does not process', within: 300, simulate: ofCatalog(catalogAt(0, servedCatalog({ generation: 2 }))),
    explanation: [
      'cluster catalog cat did not become ready within 5 min: unpacking for 5 min, waiting for catalogd to serve quay.io/demo/catalog:v1',
      '  - catalogd has not processed the last change of ClusterCatalog cat', remedy('olm-v1-idle'),
    ],
  },
  {
    title: 'a cluster catalog of which catalogd serves another digest', within: 300,
    simulate: ofCatalog(catalogAt(0, servedCatalog({ image: 'quay.io/demo/catalog@sha256:b', resolved: 'quay.io/demo/catalog@sha256:a' }))),
    explanation: [
      'cluster catalog cat did not become ready within 5 min: unpacking for 5 min, waiting for catalogd to serve quay.io/demo/catalog@sha256:b',
      '  - ClusterCatalog cat still serves quay.io/demo/catalog@sha256:a', remedy('olm-v1-idle'),
    ],
  },
];

const ofExtension = (...events: readonly ClusterEvent[]) => (): SimulatedWait<unknown> => simulate(clusterExtensionReady({ name: 'plain' }), events);

const BUNDLE = 'error for resolved bundle "plain.v0.2.0" with version "0.2.0": ';

/** A ClusterExtension with an error of operator-controller, and what is printed. */
function extensionFailure(
  title: string, cause: CauseName, error: string, printed: string, more: readonly ClusterEvent[] = [catalogAt(0, servedCatalog())],
): ExplainedFailure {
  const within = { none: 0, terminal: 10, transient: 60, timeout: 300 }[KNOWN_CAUSES[cause].grace];
  const after = within === 60 ? 'after 1 min' : within === 0 ? 'immediately' : `after ${within} s`;
  return {
    title, within, simulate: ofExtension(extensionAt(0, failedExtension(progressing('Retrying', error))), ...more),
    explanation: [
      `cluster extension plain did not become ready: gave up ${after} while ${error.startsWith(BUNDLE) || /^re(?:vision|conciling)/.test(error) ? 'installing' : 'resolving'}`,
      `  - ClusterExtension plain ${printed}`, remedy(cause),
    ],
  };
}

/** A ClusterExtension that OLM v1 does not retry, by the reason of its condition. */
function finalFailure(title: string, cause: CauseName, phase: string, condition: V1Condition, printed: string): ExplainedFailure {
  return {
    title, within: 0, simulate: ofExtension(extensionAt(0, failedExtension(condition))),
    explanation: [`cluster extension plain did not become ready: gave up immediately while ${phase}`, `  - ClusterExtension plain ${printed}`, remedy(cause)],
  };
}

/** Failures of waiting for a ClusterExtension. */
const EXTENSION_FAILURES: readonly ExplainedFailure[] = [
  extensionFailure('a cluster extension of an unknown version', 'bundle-not-found', 'no bundles found for package "plain" matching version "9.9.9" in channels [alpha]',
    'cannot be installed: no bundles found for package "plain" matching version "9.9.9" in channels [alpha]'),
  extensionFailure('a cluster extension without an upgrade edge', 'successor-missing',
    'error upgrading from currently installed version "0.1.0": no bundles found for package "plain" matching version "0.3.0"',
    'cannot be installed: error upgrading from currently installed version "0.1.0": no bundles found for package "plain" matching version "0.3.0"'),
  extensionFailure('a cluster extension that two catalogs have', 'catalogs-ambiguous', 'found bundles for package "plain" in multiple catalogs with the same priority [cat other]',
    'cannot be installed: found bundles for package "plain" in multiple catalogs with the same priority [cat other]'),
  extensionFailure('a cluster extension with a bundle that OLM v1 does not support', 'bundle-unsupported',
    'validating bundle "plain.v0.2.0": bundle "plain.v0.2.0" has a dependency declared via property "olm.package.required" which is currently not supported',
    'cannot be installed: validating bundle "plain.v0.2.0": bundle "plain.v0.2.0" has a dependency declared via property "olm.package.required" which is currently not supported'),
  extensionFailure('a cluster extension with an invalid version range', 'extension-invalid', 'desired version range "1.x.y.z" is invalid: improper constraint',
    'cannot be installed: desired version range "1.x.y.z" is invalid: improper constraint'),
  extensionFailure('a cluster extension without its service account', 'extension-account-missing',
    'operation cannot proceed due to the following validation error(s): service account "installer" not found in namespace "demo"',
    'cannot be installed: operation cannot proceed due to the following validation error(s): service account "installer" not found in namespace "demo"'),
  extensionFailure('a cluster extension whose service account lacks permissions', 'extension-rights-missing',
    `${BUNDLE}pre-authorization failed: service account requires the following permissions to manage cluster extension:\n`
    + '  Namespace:"" APIGroups:[] Resources:[services] Verbs:[list,watch]\n'
    + '  Namespace:"demo" APIGroups:[apps] Resources:[deployments] ResourceNames:[plain-op] Verbs:[patch]',
    'cannot install plain.v0.2.0: it lacks list,watch of services and patch of deployments.apps plain-op in namespace demo'),
  extensionFailure('a cluster extension whose service account lacks permissions of the operator', 'extension-rights-missing',
    `${BUNDLE}failed to create resource: clusterroles.rbac.authorization.k8s.io "plain" is forbidden: user "system:serviceaccount:demo:installer" is attempting to grant RBAC permissions not currently held:\n`
    + '{APIGroups:[""], Resources:["namespaces"], Verbs:["get" "list" "watch"]}\n{APIGroups:["demo.test"], Resources:["plains/status"], Verbs:["update" "patch"]}',
    'cannot install plain.v0.2.0: it lacks get,list,watch of namespaces and update,patch of plains/status.demo.test'),
  extensionFailure('a cluster extension with an unsafe change of a CRD', 'crd-upgrade-unsafe',
    `${BUNDLE}validating upgrade for CRD "plains.demo.test": v1: ^.spec.size: type: type changed from "integer" to "string"\nv1: ^.spec.mode: enum: enum values removed: [fast]`,
    'cannot install plain.v0.2.0: validating upgrade for CRD "plains.demo.test": v1: ^.spec.size: type: type changed from "integer" to "string"; '
    + 'v1: ^.spec.mode: enum: enum values removed: [fast]'),
  extensionFailure('a cluster extension with an object that exists', 'object-owned-by-another',
    `${BUNDLE}CustomResourceDefinition 'plains.demo.test' already exists in namespace '' and cannot be managed by operator-controller`,
    "cannot install plain.v0.2.0: CustomResourceDefinition 'plains.demo.test' already exists in namespace '' and cannot be managed by operator-controller"),
  extensionFailure('a cluster extension whose bundle image needs credentials', 'image-unauthorized',
    `${BUNDLE}error creating image source: reading manifest v1 in quay.io/demo/plain: requested access to the resource is denied`,
    'cannot install plain.v0.2.0: error creating image source: reading manifest v1 in quay.io/demo/plain: requested access to the resource is denied'),
  extensionFailure('a cluster extension in a namespace that does not exist', 'namespace-missing', `${BUNDLE}namespaces "demo" not found`,
    'cannot install plain.v0.2.0: namespaces "demo" not found'),
  {
    title: 'a cluster extension with an object whose API the cluster lacks', within: 60, simulate: ofExtension(extensionAt(0, failedExtension(progressing('Retrying',
      `${BUNDLE}unable to build kubernetes objects from release manifest: resource mapping not found for name: "alerts" namespace: "demo" from "": `
      + 'no matches for kind "PrometheusRule" in version "monitoring.coreos.com/v1"\nensure CRDs are installed first')))),
    explanation: [
      'cluster extension plain did not become ready: gave up after 1 min while installing',
      "  - ClusterExtension plain cannot install plain.v0.2.0: the cluster does not serve the API PrometheusRule of monitoring.coreos.com/v1, which the object 'alerts' of the bundle "
      + 'has; the Prometheus operator (kube-prometheus) usually installs it',
      '    remedy: install the CRDs of the Prometheus operator (kube-prometheus) first; or write an image of the bundle without the object, with Bundle.without and toImageLayout',
    ],
  },
  extensionFailure('a cluster extension with another error', 'olm-v1-retrying', `${BUNDLE}etcdserver: request is too large`,
    'cannot install plain.v0.2.0: etcdserver: request is too large'),
  extensionFailure('a cluster extension with a revision that cannot be applied', 'olm-v1-retrying',
    'reconciling object: reconciling apiextensions.k8s.io/v1, Kind=CustomResourceDefinition /plains.demo.test: etcdserver: request is too large',
    'cannot be installed: reconciling object: reconciling apiextensions.k8s.io/v1, Kind=CustomResourceDefinition /plains.demo.test: etcdserver: request is too large'),
  finalFailure('a cluster extension that is blocked', 'olm-v1-blocked', 'installing', progressing('Blocked', `${BUNDLE}resolved phases content changed`, 'False'),
    'cannot install plain.v0.2.0: resolved phases content changed'),
  finalFailure('a cluster extension with an invalid configuration', 'extension-invalid', 'installing',
    progressing('InvalidConfiguration', `${BUNDLE}invalid ClusterExtension configuration: unknown field "watchNamespaces"`, 'False'),
    'cannot install plain.v0.2.0: invalid ClusterExtension configuration: unknown field "watchNamespaces"'),
  finalFailure('a cluster extension that exceeds its progress deadline', 'rollout-deadline-exceeded', 'installing',
    progressing('ProgressDeadlineExceeded', 'Revision has not rolled out for 10 minute(s). Last status: Revision 0.2.0 is rolling out.', 'False'),
    'was not rolled out in time: Revision has not rolled out for 10 minute(s). Last status: Revision 0.2.0 is rolling out.'),
  {
    title: 'a cluster extension whose catalog cannot be served', within: 300,
    simulate: ofExtension(
      extensionAt(0, failedExtension(progressing('Retrying', 'error walking catalogs: error getting package "plain" from catalog "cat": catalog "cat" is not being served'))),
      catalogAt(0, clusterCatalog([progressing('Retrying', 'source catalog content: error creating image source: reading manifest v1 in quay.io/demo/catalog: manifest unknown')])),
    ),
    explanation: [
      'cluster extension plain did not become ready within 5 min: resolving for 5 min, waiting for operator-controller to resolve package plain',
      '  - ClusterCatalog cat cannot be served: source catalog content: error creating image source: reading manifest v1 in quay.io/demo/catalog: manifest unknown',
      remedy('image-not-found'),
      '  - ClusterExtension plain cannot be installed: error walking catalogs: error getting package "plain" from catalog "cat": catalog "cat" is not being served',
      remedy('cluster-catalog-not-served'),
    ],
  },
  {
    title: 'a cluster extension without a catalog', within: 10, simulate: ofExtension(extensionAt(0, failedExtension(progressing('Retrying', 'no bundles found for package "plain"')))),
    explanation: [
      'cluster extension plain did not become ready: gave up after 10 s while resolving', '  - there is no ClusterCatalog', remedy('cluster-catalog-missing'),
      '  - ClusterExtension plain cannot be installed: no bundles found for package "plain"', remedy('bundle-not-found'),
    ],
  },
  {
    title: 'a cluster extension whose selector matches no catalog', within: 10,
    simulate: ofExtension(
      extensionAt(0, failedExtension(progressing('Retrying', 'no bundles found for package "plain"'), {
        catalog: { selector: { matchLabels: { 'olm.operatorframework.io/metadata.name': 'other' } } },
      })),
      catalogAt(0, servedCatalog()),
    ),
    explanation: [
      'cluster extension plain did not become ready: gave up after 10 s while resolving',
      '  - the selector of ClusterExtension plain matches no ClusterCatalog; the cluster has cat', remedy('cluster-catalog-missing'),
      '  - ClusterExtension plain cannot be installed: no bundles found for package "plain"', remedy('bundle-not-found'),
    ],
  },
  {
    title: 'a cluster extension whose catalog is disabled', within: 10,
    simulate: ofExtension(
      extensionAt(0, failedExtension(progressing('Retrying', 'no bundles found for package "plain"'))), catalogAt(0, clusterCatalog([], { disabled: true })),
    ),
    explanation: [
      'cluster extension plain did not become ready: gave up after 10 s while resolving',
      '  - ClusterCatalog cat is disabled, so OLM v1 resolves nothing from it', remedy('cluster-catalog-disabled'),
      '  - ClusterExtension plain cannot be installed: no bundles found for package "plain"', remedy('bundle-not-found'),
    ],
  },
  {
    title: 'a cluster extension whose pod crashes', within: 660,
    simulate: ofExtension(
      extensionAt(0, installedExtension()), event(0, 'deployments', operatorDeployment(0)),
      event(0, 'pods', pod('plain-op-1', 'plain-op', { phase: 'Running', containerStatuses: [{
        name: 'manager', state: { waiting: { reason: 'CrashLoopBackOff' } }, lastState: { terminated: { exitCode: 1, message: 'no leases' } },
      }] })),
    ),
    explanation: [
      'cluster extension plain did not become ready within 11 min: starting for 11 min, waiting for Deployment plain-op (0 of 1 pods available)',
      '  - container manager of pod demo/plain-op-1 keeps crashing with exit code 1: no leases', remedy('container-crash'),
    ],
  },
  {
    title: 'a cluster extension whose pod runs out of memory', within: 660,
    simulate: ofExtension(
      extensionAt(0, installedExtension()), event(0, 'deployments', operatorDeployment(0)),
      event(0, 'pods', pod('plain-op-1', 'plain-op', { phase: 'Running', containerStatuses: [{ name: 'manager', lastState: { terminated: { reason: 'OOMKilled' } } }] })),
    ),
    explanation: [
      'cluster extension plain did not become ready within 11 min: starting for 11 min, waiting for Deployment plain-op (0 of 1 pods available)',
      '  - container manager of pod demo/plain-op-1 exceeded its memory limit and was killed',
      `${remedy('out-of-memory')} in deploymentConfig of the ClusterExtension, if OLM v1 has its experimental CRDs, or in the bundle`,
    ],
  },
  {
    title: 'a cluster extension whose revision is not rolled out', within: 900,
    simulate: ofExtension(extensionAt(0, clusterExtension([installedCondition('False'), progressing('RollingOut', 'Revision 0.2.0 is rolling out.')], {
      status: { activeRevisions: [{ name: 'plain-1', conditions: [{ type: 'Available', status: 'False', reason: 'ProbeFailure', message: 'Object Certificate.cert-manager.io/v1 demo/plain-cert: condition "Ready" != "True"' }] }] },
    }))),
    explanation: [
      'cluster extension plain did not become ready within 15 min: installing for 15 min, waiting for operator-controller to install the bundle',
      '  - revision plain-1 is not available: Object Certificate.cert-manager.io/v1 demo/plain-cert: condition "Ready" != "True"', remedy('revision-unavailable'),
    ],
  },
  {
    title: 'a cluster extension that is being installed for too long', within: 900,
    simulate: ofExtension(extensionAt(0, clusterExtension([installedCondition('False'), progressing('RollingOut', 'Revision 0.2.0 is rolling out.')]))),
    explanation: [
      'cluster extension plain did not become ready within 15 min: installing for 15 min, waiting for operator-controller to install the bundle',
      '  - operator-controller has not installed the bundle of ClusterExtension plain yet: Revision 0.2.0 is rolling out.', remedy('olm-v1-idle'),
    ],
  },
  {
    title: 'a cluster extension whose CRD is not established', within: 60,
    simulate: ofExtension(extensionAt(0, installedExtension()), event(0, 'customresourcedefinitions', operatorCrd(false))),
    explanation: [
      'cluster extension plain did not become ready within 1 min: serving for 1 min, waiting for CustomResourceDefinition plains.demo.test to be established',
      '  - CustomResourceDefinition plains.demo.test is not established: not yet', remedy('crd-not-established'),
    ],
  },
  {
    title: 'a cluster extension without operator-controller', within: 300,
    simulate: ofExtension(extensionAt(0, clusterExtension([])), event(0, 'deployments', controller('operator-controller', 0))),
    explanation: [
      'cluster extension plain did not become ready within 5 min: resolving for 5 min, waiting for operator-controller to process ClusterExtension plain',
      '  - Deployment olmv1-system/operator-controller-controller-manager of OLM v1 is not available', remedy('olm-not-running'),
      '  - operator-controller has not processed ClusterExtension plain', remedy('olm-v1-idle'),
    ],
  },
  {
    title: 'a cluster extension whose installed bundle OLM v1 cannot read', within: 10,
    simulate: ofExtension(extensionAt(0, clusterExtension([
      { type: 'Installed', status: 'Unknown', reason: 'Failed', message: 'service account "installer" not found in namespace "demo": unable to authenticate with the Kubernetes cluster.' },
      progressing('Retrying', 'installation cannot proceed due to missing ServiceAccount'),
    ]))),
    explanation: [
      'cluster extension plain did not become ready: gave up after 10 s while resolving',
      '  - ClusterExtension plain cannot be installed: service account "installer" not found in namespace "demo": unable to authenticate with the Kubernetes cluster.',
      remedy('extension-account-missing'),
    ],
  },
  {
    title: 'a cluster extension with another version than the expected one', within: 900,
    simulate: () => simulate(clusterExtensionReady({ name: 'plain', version: '0.3.0' }), [extensionAt(0, installedExtension())]),
    explanation: [
      'cluster extension plain did not become ready within 15 min: installing for 15 min, waiting for operator-controller to install version 0.3.0 instead of 0.2.0',
      '  - ClusterExtension plain has version 0.2.0 installed instead of 0.3.0', remedy('successor-missing'),
    ],
  },
  {
    title: 'a cluster extension in a namespace that is being deleted', within: 10,
    simulate: ofExtension(extensionAt(0, clusterExtension([])), event(0, 'namespaces', clusterObject('demo', { status: { phase: 'Terminating' } }))),
    explanation: [
      'cluster extension plain did not become ready: gave up after 10 s while resolving', '  - namespace demo is being deleted', remedy('namespace-terminating'),
      '  - operator-controller has not processed ClusterExtension plain', remedy('olm-v1-idle'),
    ],
  },
  {
    title: 'a cluster extension in a cluster without OLM v1', within: 10,
    simulate: () => simulate(clusterExtensionReady({ name: 'plain' }), [], { problems: { 'clusterextensions.olm.operatorframework.io': 'not-served' } }),
    explanation: [
      'cluster extension plain did not become ready: gave up after 10 s while resolving',
      '  - the cluster does not serve the API olm.operatorframework.io: OLM v1 is not installed', remedy('olm-v1-missing'),
    ],
  },
  {
    title: 'a cluster extension that does not exist', within: 10, simulate: ofExtension(),
    explanation: ['cluster extension plain did not become ready: gave up after 10 s while resolving', '  - ClusterExtension plain does not exist', remedy('object-missing')],
  },
];

/** Failures of waiting for objects of OLM v1. */
export const OLM_V1_FAILURES: readonly ExplainedFailure[] = [...CATALOG_FAILURES, ...EXTENSION_FAILURES];
