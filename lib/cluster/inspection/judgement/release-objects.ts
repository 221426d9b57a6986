import { defined } from '../../../formats/json/defined';
import { fieldAt, mapListField, stringField, stringListField } from '../../../formats/json/json-value';
import { CrdDescriptions } from '../../../formats/schema/custom-resource-definition';
import type { KubernetesManifest } from '../../../formats/schema/kubernetes-manifest';
import { OlmVersion } from '../../../olm/v0/model/olm-version';
import { OlmRelease } from '../../../olm/v0/olm-release';
import type { RecognizedOlm } from '../../../olm/v0/recognize-olm';
import { perObject } from '../../../text/per-object';
import type { WaitedPart } from '../../waiting/olm/olm-waiter';
import { partOfOlm } from '../../waiting/view/api-resource';
import { type ClusterView, type Interest, named, objectOf, optional } from '../../waiting/view/cluster-view';
import { isTerminating, type KubernetesObject } from '../../waiting/view/kubernetes-object';

/** An object of a release of OLM, compared with the cluster. */
export interface ReleaseObject {
  /** Kind, namespace and name. */
  readonly object: string;

  /**
   * - `found`: it exists
   * - `missing`: it does not exist
   * - `differs`: it exists, but lacks what OLM needs
   * - `omitted`: it does not exist, but OLM works without it
   * - `unknown`: it could not be read
   */
  readonly state: 'found' | 'missing' | 'differs' | 'omitted' | 'unknown';

  /** What it lacks. @default - it does not differ */
  readonly difference?: string;
}

/** Kinds that the settings of an installation may leave out: the default catalog, and all NetworkPolicies together. */
const OPTIONAL: readonly string[] = ['CatalogSource', 'NetworkPolicy'];

/** Kinds that the judgement of OLM considers anyway. */
const JUDGED: readonly string[] = ['Deployment', 'ClusterServiceVersion'];

/** Object of a release, and where it is in the cluster. */
interface Expected {
  readonly manifest: KubernetesManifest;
  readonly interest: Interest;
  readonly title: string;
}

/**
 * Returns the objects of the recognized release, each compared with the cluster, in the order in which they are applied.
 *
 * @returns undefined if the release is unknown or not included in the library, several OLMs compete, or OpenShift manages OLM
 */
export function releaseObjects(recognized: RecognizedOlm, view: ClusterView): ReleaseObject[] | undefined {
  const expected = expectedObjects(recognized);
  return expected.length === 0 ? undefined : expected.map(({ manifest, interest, title }): ReleaseObject => {
    const object = objectOf(view, interest);
    if (object === undefined || object === null) {
      return { object: title, state: object === undefined ? 'unknown' : mayBeOmitted(manifest, expected, view) ? 'omitted' : 'missing' };
    }
    const difference = differenceOf(manifest, object);
    return { object: title, state: difference === undefined ? 'found' : 'differs', ...defined({ difference }) };
  });
}

/** Returns the interests in the objects of the recognized release. */
export function releaseInterests(recognized: RecognizedOlm): Interest[] {
  return expectedObjects(recognized).map(({ interest }) => interest);
}

/**
 * Returns the objects of the recognized release, as parts that are ready if they exist and have what OLM needs. Those that could not be read are
 * omitted.
 */
export function releaseParts(recognized: RecognizedOlm, view: ClusterView): WaitedPart[] {
  const expected = expectedObjects(recognized);
  const by = recognized.installedBy === undefined ? 'the tool that installed it' : recognized.installedBy;
  const remedy = `apply OLM ${recognized.release ?? ''} again with ${by}, which restores it`;
  return expected.filter(({ manifest, interest }) => {
    const object = objectOf(view, interest);
    return !JUDGED.includes(manifest.kind) && object !== undefined && !(object === null && mayBeOmitted(manifest, expected, view));
  }).map(({ manifest, interest, title }): WaitedPart => ({
    phase: manifest.kind === 'CustomResourceDefinition' ? 'crds' : 'controllers', interest,
    name: title.slice(title.indexOf(' ') + 1),
    isReady: (object) => differenceOf(manifest, object) === undefined,
    state: (object) => differenceOf(manifest, object) ?? 'found',
    findings: (object) => {
      const difference = differenceOf(manifest, object);
      return difference === undefined ? [] : [{ cause: 'object-outdated', message: `${title} ${difference}`, remedy }];
    },
    absence: [{ cause: 'object-missing', message: `${title} of OLM ${recognized.release ?? ''} does not exist`, remedy }],
  }));
}

/** Returns the objects of the release, which takes some milliseconds. */
const expectedObjects = perObject(({ release, isOpenShift, namespaces, operatorNamespace, catalogNamespace }: RecognizedOlm): readonly Expected[] => {
  const version = OlmVersion.all.find((included) => included.version === release);
  if (version === undefined || isOpenShift || namespaces.length > 1) {
    return [];
  }
  const { _manifests: manifests } = OlmRelease.of({
    version, crdDescriptions: CrdDescriptions.NONE, ...defined({ namespace: namespaces[0], operatorNamespace, catalogNamespace }),
  });
  return manifests.flatMap((manifest): Expected[] => {
    const { apiVersion, kind, metadata: { name, namespace } } = manifest;
    const resource = partOfOlm(apiVersion, kind);
    return resource === undefined ? [] : [{
      manifest, interest: optional(named(resource, name, namespace)), title: `${kind} ${namespace === undefined ? '' : `${namespace}/`}${name}`,
    }];
  });
});

/** Whether OLM works without an object. NetworkPolicies are left out together, so a single one that is missing was deleted. */
function mayBeOmitted({ kind }: KubernetesManifest, expected: readonly Expected[], view: ClusterView): boolean {
  return OPTIONAL.includes(kind)
    && (kind !== 'NetworkPolicy' || expected.every(({ manifest, interest }) => manifest.kind !== kind || !objectOf(view, interest)));
}

/** Returns what an object lacks of that of the release, or undefined. What settings may change is not compared. */
function differenceOf(manifest: KubernetesManifest, object: KubernetesObject): string | undefined {
  if (isTerminating(object)) {
    return 'is being deleted';
  }
  switch (manifest.kind) {
    case 'ClusterRole': {
      const existing = mapListField(object, 'rules').map(ruleKey);
      const lacking = mapListField(manifest, 'rules').filter((rule) => !existing.includes(ruleKey(rule))).length;
      return lacking === 0 ? undefined : `lacks ${lacking === 1 ? 'one rule' : `${lacking} rules`} of the release`;
    }
    case 'ClusterRoleBinding': return bindingDifference(manifest, object);
    case 'OperatorGroup': {
      const [wanted, found] = [manifest['spec'], object.spec].map((spec) => stringListField(spec, 'targetNamespaces').sort().join(', '));
      return wanted === found ? undefined : `has the target namespaces ${found === '' ? 'of the whole cluster' : found} instead of ${
        wanted === '' ? 'those of the whole cluster' : wanted}`;
    }
    case 'CustomResourceDefinition': {
      const served = servedVersions(object.spec);
      const lacking = servedVersions(manifest['spec']).find((version) => !served.includes(version));
      return lacking === undefined ? undefined : `does not serve version ${lacking}`;
    }
    default: return undefined;
  }
}

function bindingDifference(manifest: KubernetesManifest, object: KubernetesObject): string | undefined {
  const role = (binding: unknown): string => stringField(fieldAt(binding, 'roleRef'), 'name') ?? '';
  const accounts = (binding: unknown): string[] => mapListField(binding, 'subjects')
    .map((subject) => `${stringField(subject, 'kind') ?? ''} ${stringField(subject, 'namespace') ?? ''}/${stringField(subject, 'name') ?? ''}`);
  const missing = accounts(manifest).find((account) => !accounts(object).includes(account));
  return role(manifest) === role(object) && missing === undefined ? undefined
    : `does not bind ClusterRole ${role(manifest)} to ${missing ?? accounts(manifest).join(', ')}`;
}

function servedVersions(spec: unknown): string[] {
  return mapListField(spec, 'versions').filter(({ served }) => served === true).flatMap((version) => stringField(version, 'name') ?? []);
}

/** Returns a key of a rule that does not depend on the order of its lists. */
function ruleKey(rule: unknown): string {
  return JSON.stringify(['apiGroups', 'resources', 'nonResourceURLs', 'resourceNames', 'verbs'].map((key) => stringListField(rule, key).sort()));
}
