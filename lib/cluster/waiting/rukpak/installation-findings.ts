import { mapListField } from '../../../formats/json/json-value';
import { Finding } from '../explain/explanation';
import { detail } from '../explain/formatting';
import { CauseName } from '../explain/known-causes';
import { pods, warnings } from '../operator/operator-interests';
import { crdProblem } from '../rules/crds';
import { deploymentFindings } from '../rules/deployments';
import { warningFindings } from '../rules/warnings';
import { ClusterView, Interest, objectsOf } from '../view/cluster-view';
import { Condition, KubernetesObject } from '../view/kubernetes-object';
import { missingApiFinding } from '../rules/missing-apis';
import { InstallationSituation } from './installation-situation';
import { hasFailedToUnpack, isUnpacked, unpackedCondition } from './installation-status';
import { installationInterest } from './resources';

/** Errors of RukPak's provisioners for a bundle that they will never install. */
const UNSUPPORTED = /are not supported|must be enabled|do not support target|unsupported resource|found zero objects|subdirectories are not allowed/;

/** Causes by the errors of Helm and of RukPak's check of CRDs during the installation of a bundle. */
const INSTALL_ERRORS: readonly (readonly [RegExp, CauseName])[] = [
  [UNSUPPORTED, 'rukpak-bundle-unsupported'],
  [/namespaces "[^"]*" not found/, 'namespace-missing'],
  [/data: Too long|Request entity too large|request is too large/, 'rukpak-release-too-large'],
  [/validating upgrade for CRD/, 'rukpak-crd-upgrade-unsafe'],
  [/cannot be imported into the current release/, 'rukpak-object-exists'],
];

/** Returns what keeps an installation from becoming ready, the most likely cause first. */
export function installationFindings(situation: InstallationSituation): Finding[] {
  const { installation, title, object, status, earlierBundles, view } = situation;
  if (!object) {
    return object === undefined ? [] : missingFindings(installationInterest(installation), view);
  }
  if (status === undefined) {
    return [idleFinding(title, object)];
  }
  return [
    ...errorFindings(situation), ...rolloutFindings(situation),
    ...earlierBundles.map(({ metadata }): Finding => ({ cause: 'deletion-pending', message: `Bundle ${metadata.name} of an earlier spec still exists` })),
  ];
}

/** Returns the errors that RukPak reports for an installation, and the finding that its bundle is not unpacked. */
export function errorFindings(situation: InstallationSituation): Finding[] {
  const { title, status: { unpacked, installed, healthy, unreadable } = {} } = situation;
  return [
    ...(unreadable === undefined ? unpackFindings(`the bundle of ${title}`, unpacked, bundleMessage(situation))
      : [finding(causeOf(unreadable, 'rukpak-content-unreadable'), `the unpacked bundle of ${title} cannot be read`, unreadable)]),
    ...(installed?.status === 'False' ? [
      missingApiFinding(`${title} cannot be installed`, installed.message) ?? finding(causeOf(installed, 'rukpak-install-failed'), `${title} cannot be installed`, installed),
    ] : []),
    ...(healthy?.status === 'False' && installed?.status !== 'False' ? [finding('rukpak-unhealthy', `what ${title} installed is not healthy`, healthy)] : []),
  ];
}

/** Returns why an object of RukPak cannot be observed: its API is not served, or it does not exist. */
export function missingFindings(interest: Interest, view: ClusterView): Finding[] {
  const { resource: { kind }, name = '' } = interest;
  return view.snapshot(interest).problem?.kind === 'not-served' ? [rukpakMissing(interest)] : [{ cause: 'object-missing', message: `${kind} ${name} does not exist` }];
}

/** Returns the finding that the API of an interest is not served. */
export function rukpakMissing({ resource: { group, version } }: Interest): Finding {
  return { cause: 'rukpak-missing', message: `the cluster does not serve the API ${group}/${version}: RukPak is not installed, or in another release` };
}

/** Returns the finding that RukPak has not processed an object or its last change. */
export function idleFinding(title: string, object: KubernetesObject): Finding {
  const isNew = mapListField(object.status, 'conditions').length === 0;
  return { cause: 'rukpak-idle', message: `RukPak has not processed ${isNew ? title : `the last change of ${title}`}` };
}

/**
 * Returns why a bundle is not unpacked.
 *
 * @param what the bundle, for messages
 * @param more error of the Bundle itself, for a condition that does not quote it
 */
export function unpackFindings(what: string, unpacked: Condition | undefined, more = ''): Finding[] {
  if (isUnpacked(unpacked)) {
    return [];
  }
  if (unpacked === undefined || !hasFailedToUnpack(unpacked)) {
    return [{ cause: 'rukpak-idle', message: `${what} is not unpacked yet${detail(unpacked?.message ?? '')}` }];
  }
  const message = unpacked.message.includes(more) ? unpacked.message : [unpacked.message, more].filter((part) => part !== '').join(': ');
  return [finding(causeOf({ ...unpacked, message }, 'rukpak-unpack-failed'), `${what} cannot be unpacked`, { ...unpacked, message })];
}

/** Returns the error of a Bundle that is not unpacked. Before RukPak 0.6.0, the conditions of a BundleInstance do not quote it. */
function bundleMessage({ bundle }: InstallationSituation): string {
  const unpacked = bundle === undefined ? undefined : unpackedCondition(bundle);
  return hasFailedToUnpack(unpacked) ? unpacked?.message ?? '' : '';
}

/** Returns why the components of the bundle do not run. */
function rolloutFindings({ view, deployments = [], crds = [] }: InstallationSituation): Finding[] {
  const namespaces = [...new Set(deployments.map(({ metadata: { namespace = '' } }) => namespace))];
  return [
    ...deployments.flatMap((deployment) => deploymentFindings(deployment, objectsOf(view, pods(deployment.metadata.namespace ?? '')) ?? [])),
    ...crds.map((crd) => crdProblem(crd, undefined)).filter((problem) => problem !== undefined),
    ...namespaces.flatMap((namespace) => warningFindings(
      [objectsOf(view, warnings(namespace)) ?? []],
      deployments.filter(({ metadata }) => metadata.namespace === namespace).map(({ metadata }) => metadata.name),
    )),
  ];
}

function causeOf({ message }: Condition, otherwise: CauseName): CauseName {
  return INSTALL_ERRORS.find(([pattern]) => pattern.test(message))?.[1] ?? otherwise;
}

function finding(cause: CauseName, what: string, { message }: Condition): Finding {
  return { cause, message: `${what}${detail(message)}` };
}
