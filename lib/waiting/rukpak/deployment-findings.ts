import { DeploymentSituation } from './deployment-situation';
import { isUnpacked } from './deployment-status';
import { deploymentInterest } from './resources';
import { mapListField } from '../../json/json-value';
import { CauseName } from '../causes/known-causes';
import { Condition } from '../cluster/kubernetes-object';
import { Finding } from '../explain/finding';
import { detail } from '../explain/formatting';
import { deploymentFindings } from '../rules/deployments';

/** What RukPak's provisioners write for a bundle that they never install, whatever else changes. */
const UNSUPPORTED = /are not supported|must be enabled|do not support target|unsupported resource|found zero objects|subdirectories are not allowed/;

/** Causes by what Helm writes when it installs a bundle. */
const INSTALL_ERRORS: readonly (readonly [RegExp, CauseName])[] = [
  [UNSUPPORTED, 'rukpak-bundle-unsupported'],
  [/namespaces "[^"]*" not found/, 'namespace-missing'],
  [/data: Too long|Request entity too large|request is too large/, 'rukpak-release-too-large'],
];

/** Returns what keeps a BundleDeployment from becoming ready, the likeliest cause first. */
export function rukpakFindings(situation: DeploymentSituation): Finding[] {
  const { name, deployment, status, deployments = [] } = situation;
  const what = `BundleDeployment ${name}`;
  if (!deployment) {
    return deployment === undefined ? [] : missingFindings(situation);
  }
  if (status === undefined) {
    const isNew = mapListField(deployment.status, 'conditions').length === 0;
    return [{ cause: 'rukpak-idle', message: `RukPak has not processed ${isNew ? what : `the last change of ${what}`}` }];
  }
  const { unpacked, installed, healthy, unreadable } = status;
  return [
    ...(unreadable === undefined ? unpackFindings(what, unpacked)
      : [finding(causeOf(unreadable, 'rukpak-content-unreadable'), `the unpacked bundle of ${what} cannot be read`, unreadable)]),
    ...(installed?.status === 'False' ? [finding(causeOf(installed, 'rukpak-install-failed'), `${what} cannot be installed`, installed)] : []),
    ...(healthy?.status === 'False' && installed?.status !== 'False' ? [finding('rukpak-unhealthy', `what ${what} installed is not healthy`, healthy)] : []),
    ...deployments.flatMap((found) => deploymentFindings(found, [])),
  ];
}

function missingFindings({ name, version, view }: DeploymentSituation): Finding[] {
  const interest = deploymentInterest(name, version);
  return view.snapshot(interest).problem?.kind === 'not-served'
    ? [{ cause: 'rukpak-missing', message: `the cluster does not serve the API ${interest.resource.group}/${version}: RukPak is not installed, or in another release` }]
    : [{ cause: 'object-missing', message: `BundleDeployment ${name} does not exist` }];
}

function unpackFindings(what: string, unpacked: Condition | undefined): Finding[] {
  if (isUnpacked(unpacked)) {
    return [];
  }
  return unpacked?.reason === 'UnpackFailed'
    ? [finding(causeOf(unpacked, 'rukpak-unpack-failed'), `the bundle of ${what} cannot be unpacked`, unpacked)]
    : [{ cause: 'rukpak-idle', message: `the bundle of ${what} is not unpacked yet${detail(unpacked?.message ?? '')}` }];
}

function causeOf({ message }: Condition, otherwise: CauseName): CauseName {
  return INSTALL_ERRORS.find(([pattern]) => pattern.test(message))?.[1] ?? otherwise;
}

function finding(cause: CauseName, what: string, { message }: Condition): Finding {
  return { cause, message: `${what}${detail(message)}` };
}
