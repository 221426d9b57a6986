import { RBAC_GROUP } from '../../formats/schema/api-groups';
import { firstOlmV0With, isInstalledByOlmV0 } from '../../formats/schema/olm-v0-kinds';
import { ownValue } from '../../formats/json/json-value';
import { quoted } from '../../text/phrases';
import { GenerationNoteCode } from '../model/generation-note';
import { homeNamespaces } from './deployments';
import type { GenerationNotes } from './generation-notes';
import type { InputObject } from './input-object';

/** API group of each kind that OLM v0 installs. It knows kinds by their name alone, and would take one of another group for the one here. */
const GROUPS: { readonly [kind: string]: string } = {
  ConfigMap: '', Secret: '', Service: '', ServiceAccount: '',
  Role: RBAC_GROUP, RoleBinding: RBAC_GROUP, ClusterRole: RBAC_GROUP, ClusterRoleBinding: RBAC_GROUP,
  PrometheusRule: 'monitoring.coreos.com', ServiceMonitor: 'monitoring.coreos.com',
  PodDisruptionBudget: 'policy', PriorityClass: 'scheduling.k8s.io', VerticalPodAutoscaler: 'autoscaling.k8s.io', NetworkPolicy: 'networking.k8s.io',
  ConsoleYAMLSample: 'console.openshift.io', ConsoleQuickStart: 'console.openshift.io', ConsoleCLIDownload: 'console.openshift.io',
  ConsoleLink: 'console.openshift.io', ConsolePlugin: 'console.openshift.io',
};

const BESIDE = 'create it beside the operator, in the program or manifests that install it';
const OPERATOR = 'let the operator create it, or make it a Deployment if it is a part of the operator';

/** What to do about kinds that OLM does not install; about others, `BESIDE`. */
const REMEDIES: { readonly [kind: string]: string } = {
  StatefulSet: OPERATOR, DaemonSet: OPERATOR, ReplicaSet: OPERATOR, Pod: OPERATOR,
  Job: 'let the operator do its work when it starts', CronJob: 'let the operator do its work',
  APIService: 'list the API in apiservicedefinitions of a base ClusterServiceVersion, and OLM creates it',
  ClusterServiceVersion: 'name the base PACKAGE.vVERSION, or remove it',
};

/** Kinds that are left out without a loss, with the reason. */
const NOT_NEEDED: { readonly [kind: string]: string } = {
  Namespace: 'OLM installs the operator in the namespace of the Subscription',
  Configuration: "it configures the tests of operator-sdk's scorecard, which are not part of what is installed",
};

/** Returns the objects that are in a bundle as they are, and notes those of kinds that OLM does not install. */
export function otherManifests(objects: readonly InputObject[], notes: GenerationNotes): InputObject[] {
  return objects.filter((object) => {
    const { kind, group } = object;
    const isSupported = isInstalledByOlmV0(kind) && ownValue(GROUPS, kind) === group;
    if (!isSupported) {
      noteUnsupported(object, notes);
      return false;
    }
    const release = firstOlmV0With(kind);
    if (release !== undefined) {
      notes.inform(GenerationNoteCode.UNSUPPORTED_KIND, `needs OLM v${release} or later, which installs this kind`, object);
    }
    return true;
  });
}

/** Notes objects of a bundle that are in another namespace than the operator: OLM creates them in the namespace of the operator. */
export function noteNamespaces(objects: readonly InputObject[], deployments: readonly InputObject[], notes: GenerationNotes): void {
  const home = homeNamespaces(deployments);
  for (const object of objects.filter(({ namespace }) => namespace !== undefined && !home.has(namespace))) {
    notes.decide(GenerationNoteCode.NAMESPACE, `is in the namespace ${quoted(object.namespace!)}, and OLM creates it in the namespace of the operator; create it beside the operator if it must be there`, object);
  }
}

function noteUnsupported(object: InputObject, notes: GenerationNotes): void {
  const { kind, group, apiVersion } = object;
  const reason = ownValue(NOT_NEEDED, kind);
  if (reason !== undefined && (group === '' || group === 'scorecard.operatorframework.io')) {
    notes.inform(GenerationNoteCode.UNSUPPORTED_KIND, `is left out: ${reason}`, object);
    return;
  }
  notes.decide(GenerationNoteCode.UNSUPPORTED_KIND, `(${apiVersion}) is left out, because OLM does not install this kind; ${ownValue(REMEDIES, kind) ?? BESIDE}`, object);
}
