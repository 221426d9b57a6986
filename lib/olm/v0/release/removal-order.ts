import { defined } from '../../../formats/json/defined';
import { OLM_GROUP, PACKAGES_GROUP } from '../../../formats/schema/api-groups';
import type { KubernetesManifest } from '../../../formats/schema/kubernetes-manifest';

/**
 * An object that a removal step deletes, or the objects of a kind that have some labels. Code that carries out a step must select by them: the step
 * for permissions has two targets that are ClusterRoles without a name.
 */
export interface OlmRemovalTarget {
  /** API version, with the group. */
  readonly apiVersion: string;

  /** Kind of the object. */
  readonly kind: string;

  /**
   * Name of the object.
   *
   * @default - all objects of the kind that have the labels, in all namespaces
   */
  readonly name?: string;

  /**
   * Namespace of the object.
   *
   * @default - none for a cluster-scoped object, and for all objects of a kind
   */
  readonly namespace?: string;

  /**
   * Labels that an object must have to be deleted, if the target is a kind. Other ClusterRoles, for example, belong to Kubernetes.
   *
   * @default - all objects of the kind are deleted
   */
  readonly labels?: { readonly [label: string]: string };
}

/**
 * A step of the removal of OLM. Its targets can be deleted together. The next step starts when all of them are gone or missing.
 */
export interface OlmRemovalStep {
  /** Short name of the step. */
  readonly title: string;

  /** Reason for the position of the step. */
  readonly reason: string;

  /** Objects to delete. */
  readonly targets: OlmRemovalTarget[];
}

/** A step to which the objects of a release are not assigned yet. */
interface StepRule {
  readonly title: string;
  readonly reason: string;
  /** Targets that are not objects of the release. */
  readonly otherTargets?: readonly OlmRemovalTarget[];
  /** Whether the step deletes an object of the release, unless an earlier step does. */
  readonly matches: (object: KubernetesManifest) => boolean;
}

const RBAC = 'rbac.authorization.k8s.io/v1';

/** Label of the objects that OLM creates for an object of its own, with the kind of that object. */
const OWNER_KIND = 'olm.owner.kind';

const kinds = (...names: string[]) => ({ kind }: KubernetesManifest): boolean => names.includes(kind);

const RULES: readonly StepRule[] = [
  {
    title: 'packageserver',
    reason: 'It serves an API of the cluster. If its pods were deleted first, the API would be registered but unavailable, and no '
      + 'Namespace could be deleted: the namespace controller must list the objects of every API. olm-operator deletes its Deployment '
      + 'and Service, so it must still run.',
    matches: kinds('ClusterServiceVersion'),
  },
  {
    title: 'the API of packageserver',
    reason: 'OLM created it when it installed packageserver, and olm-operator deletes it. If it is left, it blocks the deletion of '
      + 'Namespaces.',
    otherTargets: [{ apiVersion: 'apiregistration.k8s.io/v1', kind: 'APIService', name: `v1.${PACKAGES_GROUP}` }],
    matches: () => false,
  },
  {
    title: 'subscriptions and catalogs',
    reason: 'As long as a Subscription and its catalog exist, catalog-operator installs again what is deleted.',
    otherTargets: [
      { apiVersion: `${OLM_GROUP}/v1alpha1`, kind: 'Subscription' },
      { apiVersion: `${OLM_GROUP}/v1alpha1`, kind: 'InstallPlan' },
      { apiVersion: `${OLM_GROUP}/v1alpha1`, kind: 'CatalogSource' },
    ],
    matches: kinds('CatalogSource'),
  },
  {
    title: 'operators',
    reason: 'From 0.27.0 on, their ClusterServiceVersions have a finalizer, which only a running olm-operator removes.',
    otherTargets: [{ apiVersion: `${OLM_GROUP}/v1alpha1`, kind: 'ClusterServiceVersion' }],
    matches: () => false,
  },
  {
    title: 'settings and operator groups',
    reason: 'The operators that they apply to are gone.',
    matches: kinds('OperatorGroup', 'OLMConfig'),
  },
  {
    title: 'CRDs',
    reason: 'The remaining objects of their kinds are deleted with them, and olm-operator still runs in case one has a finalizer.',
    matches: kinds('CustomResourceDefinition'),
  },
  {
    title: 'controllers',
    reason: 'No objects are left for them to manage.',
    matches: kinds('Deployment'),
  },
  {
    title: 'permissions, certificates and network policies',
    reason: 'The controllers needed them until they were deleted. olm-operator creates one for packageserver in kube-system, and never deletes it; '
      + 'those for OperatorGroups and ClusterServiceVersions are left if it is deleted before it has cleaned up after them.',
    otherTargets: [
      { apiVersion: RBAC, kind: 'RoleBinding', name: 'packageserver-service-auth-reader', namespace: 'kube-system' },
      { apiVersion: RBAC, kind: 'ClusterRole', labels: { [OWNER_KIND]: 'OperatorGroup' } },
      { apiVersion: RBAC, kind: 'ClusterRole', labels: { [OWNER_KIND]: 'ClusterServiceVersion' } },
      { apiVersion: RBAC, kind: 'ClusterRoleBinding', labels: { [OWNER_KIND]: 'ClusterServiceVersion' } },
    ],
    matches: (object) => object.kind !== 'Namespace',
  },
  {
    title: 'namespaces',
    reason: 'They are last: deleting a Namespace deletes everything in it, in no order. Skip Namespaces that contain objects of your own.',
    matches: () => true,
  },
];

/**
 * Returns the order in which a release can be removed without objects stuck in deletion. Each object of the release is in one step; in
 * addition, there are objects that OLM created at run time, and the objects of its kinds that users created.
 *
 * Custom resources of operators are not included: delete them first, while their operators still run.
 *
 * @param objects all objects of the release
 */
export function removalOrder(objects: readonly KubernetesManifest[]): OlmRemovalStep[] {
  const left = new Set(objects);
  return RULES.map(({ title, reason, otherTargets = [], matches }) => {
    const taken = [...left].filter(matches);
    taken.forEach((object) => left.delete(object));
    return { title, reason, targets: [...otherTargets, ...taken.map(target)] };
  }).filter(({ targets }) => targets.length > 0);
}

function target({ apiVersion, kind, metadata: { name, namespace } }: KubernetesManifest): OlmRemovalTarget {
  return { apiVersion, kind, name, ...defined({ namespace }) };
}
