import type { KubernetesManifest } from './kubernetes-manifest';
import { OLM_GROUP, PACKAGES_GROUP } from './olm-group';

/** What a step of a removal deletes. */
export interface OlmRemovalTarget {
  /** API group and version. */
  readonly apiVersion: string;

  /** Kind. */
  readonly kind: string;

  /**
   * Name.
   *
   * @default - every object of the kind, in all namespaces
   */
  readonly name?: string;

  /**
   * Namespace.
   *
   * @default - none: the object belongs to no namespace, or every object of the kind is meant
   */
  readonly namespace?: string;
}

/**
 * A step in taking OLM away. All its targets may be deleted at once; the next step begins when all of them are gone, and a
 * target that is not there counts as gone.
 */
export interface OlmRemovalStep {
  /** What goes, in a few words. */
  readonly title: string;

  /** Why it goes now, and not earlier or later. */
  readonly reason: string;

  /** What is deleted. */
  readonly targets: OlmRemovalTarget[];
}

/** What a step is made of, before the objects of a release are dealt out to the steps. */
interface StepRule {
  readonly title: string;
  readonly reason: string;
  /** Targets that are no objects of the release. */
  readonly beyond?: readonly OlmRemovalTarget[];
  /** The objects of the release that go in this step, unless an earlier one took them. */
  readonly takes: (object: KubernetesManifest) => boolean;
}

const kinds = (...names: string[]) => ({ kind }: KubernetesManifest): boolean => names.includes(kind);

const RULES: readonly StepRule[] = [
  {
    title: 'packageserver',
    reason: 'It serves an API of the cluster. If its pods went first, the API would be announced without an answer, and no '
      + 'Namespace could be deleted: the namespace controller must list the objects of every API. olm-operator takes its Deployment '
      + 'and Service away, so it must still run.',
    takes: kinds('ClusterServiceVersion'),
  },
  {
    title: 'the API of packageserver',
    reason: 'It was made when packageserver was installed, and olm-operator takes it away. Where it did not, this is what keeps '
      + 'Namespaces from going.',
    beyond: [{ apiVersion: 'apiregistration.k8s.io/v1', kind: 'APIService', name: `v1.${PACKAGES_GROUP}` }],
    takes: () => false,
  },
  {
    title: 'subscriptions and catalogs',
    reason: 'As long as there is a Subscription and a catalog, catalog-operator installs again what is deleted.',
    beyond: [
      { apiVersion: `${OLM_GROUP}/v1alpha1`, kind: 'Subscription' },
      { apiVersion: `${OLM_GROUP}/v1alpha1`, kind: 'InstallPlan' },
      { apiVersion: `${OLM_GROUP}/v1alpha1`, kind: 'CatalogSource' },
    ],
    takes: kinds('CatalogSource'),
  },
  {
    title: 'operators',
    reason: 'Their ClusterServiceVersions carry a finalizer from 0.27.0 on, which only a running olm-operator takes off.',
    beyond: [{ apiVersion: `${OLM_GROUP}/v1alpha1`, kind: 'ClusterServiceVersion' }],
    takes: () => false,
  },
  {
    title: 'settings and operator groups',
    reason: 'Nothing that they apply to is left.',
    takes: kinds('OperatorGroup', 'OLMConfig'),
  },
  {
    title: 'CRDs',
    reason: 'What is left of OLM\'s objects goes with them, and olm-operator still runs, should one of those have a finalizer.',
    takes: kinds('CustomResourceDefinition'),
  },
  {
    title: 'controllers',
    reason: 'Nothing is left for them to do.',
    takes: kinds('Deployment'),
  },
  {
    title: 'rights, certificates and network policies',
    reason: 'The controllers needed them to the end.',
    takes: (object) => object.kind !== 'Namespace',
  },
  {
    title: 'namespaces',
    reason: 'They go last: a Namespace takes all in it along, in no order. Leave out those that hold anything of your own.',
    takes: () => true,
  },
];

/**
 * The order in which a release can be taken away without leaving anything stuck. Each object of the release is in one step;
 * beside them there are objects that OLM made at run time, and those of its kinds that users made.
 *
 * CRs of operators are not OLM's: delete them before, while their operators still run, if they are to go.
 *
 * @param objects all objects of the release
 */
export function removalOrder(objects: readonly KubernetesManifest[]): OlmRemovalStep[] {
  const left = new Set(objects);
  return RULES.map(({ title, reason, beyond = [], takes }) => {
    const taken = [...left].filter(takes);
    taken.forEach((object) => left.delete(object));
    return { title, reason, targets: [...beyond, ...taken.map(target)] };
  }).filter(({ targets }) => targets.length > 0);
}

function target({ apiVersion, kind, metadata: { name, namespace } }: KubernetesManifest): OlmRemovalTarget {
  return { apiVersion, kind, name, ...(namespace === undefined ? {} : { namespace }) };
}
