import { defined } from '../../../formats/json/defined';
import { fieldAt, JsonMap, mapListField, stringField, stringListField } from '../../../formats/json/json-value';
import { groupVersion } from '../../../formats/schema/api-groups';
import { installRemedy, originOfGroup } from '../../../formats/schema/api-projects';
import { perObject } from '../../../text/per-object';
import { Finding } from '../explain/explanation';
import { list, messageLine } from '../explain/formatting';
import { API_SERVICES, ApiResource, CUSTOM_RESOURCE_DEFINITIONS } from '../view/api-resource';
import { condition, isConditionTrue, KubernetesObject, specString } from '../view/kubernetes-object';
import { crdProblem } from './crds';

/** Statuses of a requirement that is met. `DeploymentFound` is that of an APIService that the operator serves itself. */
const MET = ['Present', 'DeploymentFound'];

/** What OLM before 0.13 says of a ClusterServiceVersion without `minKubeVersion`, with the status `NotPresent`; it does not wait for one. */
const NO_MIN_VERSION = 'CSV missing minimum kube version specification';

/** Returns the requirements of a ClusterServiceVersion that are not met. */
export function missingRequirements(csv: KubernetesObject | undefined): JsonMap[] {
  return mapListField(csv?.status, 'requirementStatus')
    .filter((found) => !MET.includes(stringField(found, 'status') ?? '') && stringField(found, 'message') !== NO_MIN_VERSION);
}

/** Whether a ClusterServiceVersion waits for something that it requires. */
export function lacksRequirements(csv: KubernetesObject): boolean {
  return missingRequirements(csv).length > 0;
}

/** Describes a requirement in a few words. A requirement on the ClusterServiceVersion itself is about the Kubernetes version. */
export function requirementName(requirement: JsonMap): string {
  const [kind, name, message] = [field(requirement, 'kind') || 'object', field(requirement, 'name') || '?', field(requirement, 'message')];
  return kind !== 'ClusterServiceVersion' ? `${kind} ${name}` : TOO_OLD.test(message) ? 'a newer Kubernetes version' : 'a check of the Kubernetes version';
}

/** OLM's message about a cluster that is too old. */
const TOO_OLD = /minKubeVersion \(([^)]*)\) > server version \(([^)]*)\)/;

/** Resources of required objects that explanations look at, because OLM says too little of them, or may not have noticed a change. */
const REQUIRED = [CUSTOM_RESOURCE_DEFINITIONS, API_SERVICES];

/** Object that a ClusterServiceVersion waits for. */
export interface RequiredObject {
  readonly resource: ApiResource;
  readonly name: string;
}

/** Returns the objects that a ClusterServiceVersion waits for, of the resources that explanations look at. */
export function missingObjects(csv: KubernetesObject | undefined): RequiredObject[] {
  return missingRequirements(csv).flatMap((found) => {
    const resource = REQUIRED.find(({ kind }) => kind === field(found, 'kind'));
    return resource === undefined ? [] : [{ resource, name: field(found, 'name') }];
  });
}

/** Returns a required object as it is: `null` if it does not exist, undefined if that is not known. */
export type RequiredObjects = (of: RequiredObject) => KubernetesObject | null | undefined;

const UNKNOWN: RequiredObjects = () => undefined;

/**
 * Returns the missing requirements of a ClusterServiceVersion. If the Kubernetes version is too old, only that is returned, since nothing else
 * matters then.
 *
 * @param required the required objects as they are: OLM may not have noticed yet that one is there
 */
export function requirementFindings(csv: KubernetesObject, required: RequiredObjects = UNKNOWN): Finding[] {
  const findings = missingRequirements(csv).map((requirement) => requirementFinding(csv, requirement, required));
  const tooOld = findings.filter(({ cause }) => cause === 'kubernetes-too-old');
  return tooOld.length > 0 ? tooOld : findings;
}

function requirementFinding(csv: KubernetesObject, requirement: JsonMap, required: RequiredObjects): Finding {
  switch (field(requirement, 'kind')) {
    case 'ClusterServiceVersion':
      return kubernetesFinding(csv, requirement);
    case 'CustomResourceDefinition':
      return crdFinding(csv, requirement, required);
    case 'APIService':
      return apiServiceFinding(csv, requirement, required);
    case 'ServiceAccount':
      return accountFinding(csv, requirement);
    default:
      return field(requirement, 'message') === NO_NATIVE_API ? nativeApiFinding(csv, requirement) : otherFinding(csv, requirement);
  }
}

/** Returns the finding of a requirement on the Kubernetes version, for which OLM has four messages. */
function kubernetesFinding(csv: KubernetesObject, requirement: JsonMap): Finding {
  const message = field(requirement, 'message');
  const versions = TOO_OLD.exec(message);
  if (versions !== null) {
    return { cause: 'kubernetes-too-old', message: `${name(csv)} requires Kubernetes ${versions[1]!} or newer; this cluster runs ${versions[2]!}` };
  }
  if (/CSV version parsing error/.test(message)) {
    const version = specString(csv, 'minKubeVersion') ?? '?';
    return { cause: 'min-kube-version-invalid', message: `${name(csv)} has the minKubeVersion '${version}', which OLM cannot parse: ${message}` };
  }
  return { cause: 'kubernetes-version-unknown', message: `OLM cannot compare the minKubeVersion of ${name(csv)} with the cluster: ${messageLine(message)}` };
}

/** Returns the finding of a CRD. An owned one comes from the bundle, a required one from another operator. */
function crdFinding(csv: KubernetesObject, requirement: JsonMap, required: RequiredObjects): Finding {
  const [crd, message] = [field(requirement, 'name'), field(requirement, 'message')];
  const { isOwned, version } = describedCrd(csv, crd);
  const why = message === '' ? '' : `: ${messageLine(message)}`;
  if (/installed alongside other/.test(message)) {
    const others = message.slice(message.indexOf(': ') + 2);
    return {
      cause: 'crd-of-replaced-version', message: `CustomResourceDefinition ${crd} is still that of ${others}, which ${name(csv)} replaces${why}`,
    };
  }
  const found = required({ resource: CUSTOM_RESOURCE_DEFINITIONS, name: crd });
  const [isNotServed, isNotEstablished] = [/version not served/.test(message), /Established condition is False/.test(message)];
  if (found) {
    return crdProblem(found, version) ?? {
      cause: 'requirement-outdated', message: `OLM has not noticed yet that CustomResourceDefinition ${crd} is established, which ${name(csv)} requires${why}`,
    };
  }
  if (found === undefined && isNotServed) {
    return { cause: 'crd-version-not-served', message: `${name(csv)} requires a version of CustomResourceDefinition ${crd} that it does not serve${why}` };
  }
  if (found === undefined && isNotEstablished) {
    return { cause: 'crd-not-established', message: `CustomResourceDefinition ${crd} is not established, and ${name(csv)} requires it${why}` };
  }
  // OLM may not have noticed yet that it is gone.
  const missing = `which does not exist${isNotServed || isNotEstablished ? '' : why}`;
  return isOwned
    ? { cause: 'owned-crd-missing', message: `${name(csv)} owns CustomResourceDefinition ${crd}, ${missing}` }
    : { cause: 'required-crd-missing', message: `${name(csv)} requires CustomResourceDefinition ${crd}, ${missing}` };
}

/** Returns what a ClusterServiceVersion says of a CRD: whether it owns it, and the version that it needs, if it says so. */
function describedCrd(csv: KubernetesObject, crd: string): { readonly isOwned: boolean; readonly version?: string } {
  const owned = DESCRIBED_CRDS.owned(csv);
  return { isOwned: owned.has(crd), ...defined({ version: owned.get(crd) ?? DESCRIBED_CRDS.required(csv).get(crd) }) };
}

const versionsOf = (list: 'owned' | 'required'): (csv: KubernetesObject) => ReadonlyMap<string | undefined, string | undefined> => (
  perObject(({ spec }: KubernetesObject) => new Map(
    mapListField(fieldAt(spec, 'customresourcedefinitions'), list).map((described) => [stringField(described, 'name'), stringField(described, 'version')]),
  ))
);

/** Versions of the CRDs that a ClusterServiceVersion describes, by name. */
const DESCRIBED_CRDS = { owned: versionsOf('owned'), required: versionsOf('required') };

/** Returns the finding of an API that another server provides. OLM does not say what is wrong with it. */
function apiServiceFinding(csv: KubernetesObject, requirement: JsonMap, required: RequiredObjects): Finding {
  const service = field(requirement, 'name');
  if (field(requirement, 'status') === 'DeploymentNotFound') {
    return {
      cause: 'csv-invalid', grace: 'terminal',
      message: `${name(csv)} owns APIService ${service}, whose deploymentName is none of its Deployments`,
      remedy: 'correct deploymentName of the APIService in the bundle, use another version, or report it to its authors',
    };
  }
  const found = required({ resource: API_SERVICES, name: service });
  const requires = `${name(csv)} requires APIService ${service}`;
  if (found && isConditionTrue(found, 'Available')) {
    return {
      cause: 'required-api-service-missing', message: `${requires}, which is available: it may not serve the kind that is required, or OLM has not noticed it yet`,
      remedy: 'compare the kinds that the API serves (`kubectl api-resources`) with those in required of apiservicedefinitions; if all are there, change the '
        + 'ClusterServiceVersion, for example an annotation, so that OLM checks again',
    };
  }
  if (found) {
    return { cause: 'api-service-unavailable', message: `${requires}, which is not available: ${messageLine(condition(found, 'Available')?.message ?? 'not checked yet')}` };
  }
  return { cause: 'required-api-service-missing', message: `${requires}, which does not exist${found === null ? '' : ' or is not available'}` };
}

/** Returns the finding of a ServiceAccount of the operator, and of what it is allowed to do. */
function accountFinding(csv: KubernetesObject, requirement: JsonMap): Finding {
  const [account, message] = [field(requirement, 'name'), field(requirement, 'message')];
  // The second form is that of OLM before 0.18.
  if (/owned by another|not owned by this/.test(message)) {
    return { cause: 'service-account-of-another', message: `${name(csv)} requires ServiceAccount ${account}, which another ClusterServiceVersion owns: ${messageLine(message)}` };
  }
  const rules = mapListField(requirement, 'dependents').filter((found) => field(found, 'status') === 'NotSatisfied').map(ruleText);
  if (/rule not satisfied/.test(message) || rules.length > 0) {
    return { cause: 'permissions-missing', message: `ServiceAccount ${account} of ${name(csv)} lacks permissions${rules.length === 0 ? '' : `: ${messageLine(list(rules))}`}` };
  }
  const why = message === '' ? '' : `: ${messageLine(message)}`;
  return field(requirement, 'status') === 'NotPresent'
    ? { cause: 'service-account-missing', message: `${name(csv)} requires ServiceAccount ${account}, which does not exist${why}` }
    : otherFinding(csv, requirement);
}

/** Returns a rule that a ServiceAccount lacks, such as `get, list pods (cluster)`. OLM has it as JSON. */
function ruleText(dependent: JsonMap): string {
  const message = field(dependent, 'message');
  const [, scope, json] = /^(\w+) rule:(\{.*\})$/s.exec(message) ?? [];
  const rule = json === undefined ? undefined : parsed(json);
  if (rule === undefined) {
    return message;
  }
  const groups = stringListField(rule, 'apiGroups').filter((group) => group !== '');
  const what = [...stringListField(rule, 'resources'), ...stringListField(rule, 'nonResourceURLs')].join(', ');
  return `${stringListField(rule, 'verbs').join(', ')} ${what}${groups.length === 0 ? '' : ` of ${groups.join(', ')}`}${scope === 'cluster' ? ' (cluster)' : ''}`;
}

function parsed(json: string): JsonMap | undefined {
  try {
    return JSON.parse(json) as JsonMap;
  } catch {
    return undefined;
  }
}

/** Message of OLM for an API in `nativeAPIs` that the API server does not serve. */
const NO_NATIVE_API = 'Native API does not exist';

function nativeApiFinding(csv: KubernetesObject, requirement: JsonMap): Finding {
  const [kind, group, version] = [field(requirement, 'kind'), field(requirement, 'group'), field(requirement, 'version')];
  return {
    cause: 'native-api-missing',
    message: `${name(csv)} requires the native API ${kind} of ${groupVersion({ group, version })}, which the cluster does not serve; ${originOfGroup(group)}`,
    remedy: installRemedy(group),
  };
}

function otherFinding(csv: KubernetesObject, requirement: JsonMap): Finding {
  const message = field(requirement, 'message');
  const status = field(requirement, 'status') === 'NotPresent' ? 'does not exist' : 'does not meet the requirement';
  return {
    cause: 'requirement-missing',
    message: `${name(csv)} requires ${field(requirement, 'kind')} ${field(requirement, 'name') || '?'}, which ${status}${message === '' ? '' : `: ${messageLine(message)}`}`,
  };
}

function field(map: JsonMap, key: string): string {
  return stringField(map, key) ?? '';
}

function name(csv: KubernetesObject): string {
  return csv.metadata.name;
}
