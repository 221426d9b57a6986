import { NamespacedName, OlmParts } from './olm-parts';
import { API_SERVICES, CLUSTER_SERVICE_VERSIONS, CUSTOM_RESOURCE_DEFINITIONS, DEPLOYMENTS } from '../view/api-resource';
import { ClusterView } from '../view/cluster-view';
import { deploymentNames, OutdatedImage, outdatedImage } from '../view/install-strategy';
import { Interest } from '../view/interest';
import { condition, isConditionTrue, KubernetesObject, specString, statusString } from '../view/kubernetes-object';
import { named, objectOf } from '../view/queries';
import { isRolledOut, podsAvailable } from '../view/rollout';
import { Finding } from '../explain/finding';
import { quote } from '../explain/formatting';
import { csvFindings } from '../rules/cluster-service-versions';
import { crdProblem } from '../rules/crds';
import { deploymentFindings } from '../rules/deployments';

/** Phases of `olmReady`, in their order; `settling` follows. */
export type OlmPhase = 'crds' | 'controllers' | 'packageserver' | 'api';

/** Part of OLM to wait for. */
export interface WaitedPart {
  readonly phase: OlmPhase;
  readonly interest: Interest;
  readonly name: string;
  readonly isReady: (object: KubernetesObject) => boolean;
  /** Describes its state in progress lines. */
  readonly state: (object: KubernetesObject) => string;
  readonly findings: (object: KubernetesObject, pods: readonly KubernetesObject[]) => readonly Finding[];
  /** Problem if it is missing. @default - an object that should have been created does not exist */
  readonly absence?: readonly Finding[];
}

/** Phases of a ClusterServiceVersion in which its Deployments exist. */
const STARTED = ['Installing', 'Succeeded'];

/**
 * Returns the parts of OLM to wait for. The Deployments of packageserver are known once its ClusterServiceVersion is known, because its install
 * strategy lists them.
 *
 * @param release version of the release, or undefined if unknown
 */
export function waitedParts({ crds, deployments, csvs, apiServices }: OlmParts, release: string | undefined, view: ClusterView): WaitedPart[] {
  return [
    ...crds.map(crdPart),
    ...deployments.map(controllerPart),
    ...csvs.flatMap((of) => {
      const part = csvPart(of, release);
      const csv = objectOf(view, part.interest);
      return [part, ...(csv ? deploymentNames(csv).map((name) => strategyPart({ ...of, name }, csv)) : [])];
    }),
    ...apiServices.map(apiPart),
  ];
}

const path = ({ namespace, name }: NamespacedName): string => `${namespace}/${name}`;

function crdPart(name: string): WaitedPart {
  return {
    phase: 'crds', name, interest: named(CUSTOM_RESOURCE_DEFINITIONS, name),
    isReady: (crd) => crdProblem(crd, undefined) === undefined,
    state: () => 'not established',
    findings: (crd) => [crdProblem(crd, undefined)].filter((finding) => finding !== undefined),
  };
}

function controllerPart(of: NamespacedName): WaitedPart {
  return {
    phase: 'controllers', name: path(of), interest: named(DEPLOYMENTS, of.name, of.namespace),
    isReady: isRolledOut, state: podsAvailable, findings: deploymentFindings,
  };
}

function csvPart(of: NamespacedName, release: string | undefined): WaitedPart {
  return {
    phase: 'packageserver', name: path(of), interest: named(CLUSTER_SERVICE_VERSIONS, of.name, of.namespace),
    isReady: (csv) => otherVersion(csv, release) === undefined && statusString(csv, 'phase') === 'Succeeded',
    state: (csv) => otherVersion(csv, release) ?? statusString(csv, 'message') ?? statusString(csv, 'phase') ?? 'not checked yet',
    findings: (csv) => {
      const other = otherVersion(csv, release);
      return other === undefined ? csvFindings(csv) : [{ cause: 'object-outdated', message: `ClusterServiceVersion ${path(of)} has ${other}` }];
    },
  };
}

/** Returns how the version of a ClusterServiceVersion differs from that of the release, or undefined if it does not or one of them is unknown. */
function otherVersion(csv: KubernetesObject, release: string | undefined): string | undefined {
  const version = specString(csv, 'version')?.replace(/^v/, '');
  return version === undefined || release === undefined || version === release ? undefined : `version ${version} instead of ${release}`;
}

/**
 * A Deployment in the install strategy of packageserver. After a change of the release, the phase of the ClusterServiceVersion is still that of the
 * previous release until OLM reacts. The Deployment shows whether OLM has reacted.
 */
function strategyPart(of: NamespacedName, csv: KubernetesObject): WaitedPart {
  const isOutdated = (deployment: KubernetesObject): boolean => outdatedImage(deployment, csv) !== undefined;
  const hasStarted = STARTED.includes(statusString(csv, 'phase') ?? '');
  return {
    phase: 'packageserver', name: path(of), interest: named(DEPLOYMENTS, of.name, of.namespace),
    isReady: (deployment) => !isOutdated(deployment) && isRolledOut(deployment),
    state: (deployment) => (isOutdated(deployment) ? 'not updated by OLM yet' : podsAvailable(deployment)),
    findings: (deployment, pods) => {
      const outdated = outdatedImage(deployment, csv);
      return outdated === undefined ? deploymentFindings(deployment, pods) : [outdatedFinding(`Deployment ${path(of)}`, outdated)];
    },
    absence: hasStarted ? [{ cause: 'deployment-missing', message: `Deployment ${path(of)} of ${csv.metadata.name} does not exist` }] : [],
  };
}

function outdatedFinding(deployment: string, { container, image, wanted }: OutdatedImage): Finding {
  const difference = image === undefined ? `has no container ${container}` : `runs image ${image} instead of ${wanted}`;
  return { cause: 'deployment-outdated', message: `${deployment} ${difference}` };
}

function apiPart(name: string): WaitedPart {
  return {
    phase: 'api', name, interest: named(API_SERVICES, name),
    isReady: (service) => isConditionTrue(service, 'Available'),
    state: (service) => condition(service, 'Available')?.reason ?? 'not checked yet',
    findings: (service) => [{
      cause: 'api-service-unavailable', message: `APIService ${name} is not available: ${quote(condition(service, 'Available')?.message ?? 'not checked yet')}`,
    }],
  };
}
