import { missingApiIn } from '../../../formats/schema/api-projects';
import { OLM_GROUP, OLM_V1_GROUP, RUKPAK_GROUP } from '../../../formats/schema/api-groups';
import type { Finding } from '../../waiting/explain/explanation';
import type { CauseName } from '../../waiting/explain/known-causes';
import { inOrder, type MessagePattern } from '../../waiting/explain/message-pattern';
import { failureCause } from '../../waiting/olm-v1/cluster-catalog-waiter';
import { extensionErrorCause } from '../../waiting/olm-v1/extension-findings';
import { podRejection } from '../../waiting/rules/deployments';
import { planFindings } from '../../waiting/rules/plans';
import { requirementFindings } from '../../waiting/rules/requirements';
import { resolutionFindings, UNREFERENCED_CSV } from '../../waiting/rules/resolution';

/** Kubernetes' limit of the length of a condition's message. What is after it in a longer message is not read. */
const MAX_MESSAGE = 32_768;

const CHANGED_MEANWHILE = inOrder(/error (?:updating CRD|creating|updating) \S+: /, /the object has been modified/);

/** Messages that are explained by the reason beside them in a cluster, or that no rule reads there. The first match wins. */
const PATTERNS: readonly (readonly [pattern: MessagePattern, cause: CauseName])[] = [
  // ClusterServiceVersions.
  [/csv in namespace with no operatorgroups/, 'operator-group-missing'],
  [/multiple operatorgroups, can't pick one/, 'too-many-operator-groups'],
  [/InstallModeType not supported|matched operatorgroups namespace selection|missing olm\.targetNamespaces/, 'install-mode-unsupported'],
  [/intersecting operatorgroups provide the same apis|static provided api operatorgroup/, 'operator-group-conflict'],
  [/InstallComponentFailedNoRetry/, 'csv-component-failed'],
  [/install strategy invalid|repeated WebhookDescription/, 'csv-invalid'],
  [/install strategy failed|APIService install failed/, 'csv-failed'],
  [/^install timeout|not ready before timeout|exceeded its progress deadline/, 'csv-start-timeout'],
  [/operator is not upgradeable/, 'upgrade-blocked'],

  // Catalogs.
  [/targeted catalogsource \S+ missing/, 'catalog-missing'],
  [/targeted catalogsource \S+ unhealthy|no registry client established/, 'catalog-unreachable'],
  [/image and address unset/, 'catalog-invalid'],
  [/unpack job not (?:completed|yet started)/, 'unpacking'],

  // The API server, and the clients of Argo CD, Flux and Pulumi.
  [/resource type "subscriptions?"/, 'olm-missing'],
  [/OLM is already installed|existing OLM resources/, 'olm-exists'],
  [/unable to create new content in namespace \S+ because it is being terminated/, 'namespace-terminating'],
  [/namespaces "[^"]*" not found/, 'namespace-missing'],
  [inOrder(/conversion webhook for /, / failed/), 'conversion-webhook-failed'],
  [/could not list instances: storage is \(re\)initializing/, 'crd-cleanup-delayed'],
  [/content in the namespace has finalizers|has \d+ resource instances/, 'namespace-stuck'],
  [inOrder(/complete list of server APIs: /, / (?:unable to handle the request|stale GroupVersion)/), 'api-service-unavailable'],
  [/status\.storedVersions\[\d+\]: Invalid value/, 'plan-removes-stored-version'],
  [/" is already in use/, 'crd-names-conflict'],
  [/failed calling webhook/, 'webhook-unreachable'],
  [/admission webhook "[^"]*" denied/, 'request-rejected'],
  [/asked for the client to provide credentials|must be logged in to the server|Unauthorized/, 'invalid-credentials'],
  [/cluster is unreachable|unable to connect to the server|connection to the server \S+ was refused|unable to return a response in the time allotted/i, 'api-server-unreachable'],
  [/is forbidden: User "[^"]*" cannot \w+ resource/, 'access-denied'],
  [/subscriptions\.operators\.coreos\.com "[^"]*" not found/, 'subscription-missing'],
  [/(?:clusterserviceversions|catalogsources|installplans)\.operators\.coreos\.com "[^"]*" not found/, 'object-missing'],

  // Pods.
  [/didn't match (?:Pod's )?node (?:affinity|selector)/, 'node-label-missing'],
  [/nodes are available: /, 'unschedulable'],
  [/OOMKilled/, 'out-of-memory'],
  [/(?:secret|configmap) "[^"]*" not found|CreateContainerConfigError/, 'container-config-invalid'],
  [/Back-off pulling image|Failed to pull image|ErrImagePull|ImagePullBackOff/, 'image-pull-failed'],
  [/back-off \S+ restarting failed container|CrashLoopBackOff/i, 'container-crash'],
  [/(?:Readiness|Liveness) probe failed/, 'pod-not-ready'],
];

/** Returns the cause that a message of OLM, Kubernetes, Argo CD, Flux or Pulumi has, or undefined if it is not a known one. */
export function causeOfMessage(whole: string): CauseName | undefined {
  const message = whole.slice(0, MAX_MESSAGE);
  return ofPlan(message) ?? ofRequirement(message) ?? ofApi(message) ?? ofPodRejection(message)
    ?? PATTERNS.find(([pattern]) => pattern.test(message))?.[1] ?? ofResolution(message) ?? ofOlmV1(message);
}

/** Causes that a rule returns for any message. */
const GENERAL: readonly CauseName[] = ['requirement-missing', 'resolution-error', 'plan-failed', 'pods-rejected', 'olm-v1-retrying'];

function specific(findings: readonly Finding[]): CauseName | undefined {
  return findings.map(({ cause }) => cause).find((cause) => !GENERAL.includes(cause));
}

/** Messages that only InstallPlans have. */
const OF_PLAN = /^retrying execution due to error|risk of data loss|updated validation is too restrictive|pre-existing CRD owners|bundle (?:extract Job|unpacking) failed|operator group found|operator group\(s\)|sure the service account exists|api-server resource not found installing/i;

function ofPlan(message: string): CauseName | undefined {
  if (/the given InstallPlan is invalid/.test(message)) {
    return 'kind-unsupported';
  }
  if (CHANGED_MEANWHILE.test(message)) {
    return 'plan-failed';
  }
  const phase = message.startsWith('retrying') ? 'Installing' : 'Failed';
  return OF_PLAN.test(message) ? specific(planFindings({ metadata: { name: '' }, status: { phase, message } })) : undefined;
}

/** Kinds of requirements by their messages. */
const REQUIREMENTS: readonly (readonly [pattern: RegExp, kind: string])[] = [
  [/^CRD /, 'CustomResourceDefinition'], [/^Service account|^Policy rule/, 'ServiceAccount'],
  [/minKubeVersion|^CSV version|^Server version/, 'ClusterServiceVersion'], [/^Native API/, 'API'],
];

function ofRequirement(message: string): CauseName | undefined {
  const kind = REQUIREMENTS.find(([pattern]) => pattern.test(message))?.[1];
  const requirement = { kind, name: '', status: 'NotPresent', message };
  return kind === undefined ? undefined : specific(requirementFindings({ metadata: { name: '' }, status: { requirementStatus: [requirement] } }));
}

/** Causes of an API that the cluster does not serve, by its group. */
const OF_GROUP: { readonly [group: string]: CauseName } = {
  [OLM_GROUP]: 'olm-missing', [OLM_V1_GROUP]: 'olm-v1-missing', [RUKPAK_GROUP]: 'rukpak-missing', 'cert-manager.io': 'cert-manager-missing',
};

function ofApi(message: string): CauseName | undefined {
  const api = missingApiIn(message);
  return api === undefined ? undefined : OF_GROUP[api.group] ?? 'api-missing';
}

function ofPodRejection(message: string): CauseName | undefined {
  return specific([podRejection('', message)]);
}

function ofResolution(message: string): CauseName | undefined {
  const isUnsatisfiable = message.includes('constraints not satisfiable');
  const csv = UNREFERENCED_CSV.exec(message)?.[1];
  return specific(resolutionFindings({
    type: 'ResolutionFailed', status: 'True', reason: isUnsatisfiable ? 'ConstraintsNotSatisfiable' : 'ErrorPreventedResolution', message,
  }, { subscription: '', allCatalogsAnswer: true, unclaimedCsvs: csv === undefined ? [] : [csv], isGone: () => false }));
}

function ofOlmV1(message: string): CauseName | undefined {
  return extensionErrorCause(message) ?? specific([{ cause: failureCause(message, 'olm-v1-retrying'), message }]);
}
