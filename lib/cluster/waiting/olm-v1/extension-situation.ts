import { currentCondition } from './controller-state';
import { InstalledBundle, installedBundle } from './extension-status';
import { ALL_CATALOGS, controllerInterest, crdsOf, deploymentsOf, extensionInterest } from './resources';
import { NAMESPACES } from '../view/api-resource';
import { ClusterView } from '../view/cluster-view';
import { Interest } from '../view/interest';
import { Condition, isTerminating, KubernetesObject, specString } from '../view/kubernetes-object';
import { named, objectOf, objectsOf, optional } from '../view/queries';
import { pods, warnings } from '../operator/operator-interests';

/** ClusterExtension and everything that is relevant for it, in the current state of the cluster. */
export interface ExtensionSituation {
  readonly name: string;
  readonly view: ClusterView;
  /** The ClusterExtension; `null` if it does not exist, `undefined` until it is listed. */
  readonly extension: KubernetesObject | null | undefined;
  /** Namespace of the bundle's objects, or undefined until the ClusterExtension is listed. */
  readonly namespace: string | undefined;
  /** Progress of operator-controller with the current spec, or undefined until it has processed the spec. */
  readonly progressing: Condition | undefined;
  /** The bundle that is installed, if operator-controller reports that for the current spec. */
  readonly installed: InstalledBundle | undefined;
  /** Deployments of the bundle, or undefined until they are listed. */
  readonly deployments: readonly KubernetesObject[] | undefined;
  /** CRDs of the bundle, or undefined until they are listed. */
  readonly crds: readonly KubernetesObject[] | undefined;
}

/** Returns the situation of a ClusterExtension. */
export function extensionSituation(name: string, view: ClusterView): ExtensionSituation {
  const extension = objectOf(view, extensionInterest(name));
  const found = extension ?? undefined;
  const namespace = specString(found, 'namespace');
  const isInstalled = found !== undefined && currentCondition(found, 'Installed')?.status === 'True';
  return {
    name, view, extension, namespace,
    progressing: found === undefined ? undefined : currentCondition(found, 'Progressing'),
    installed: isInstalled ? installedBundle(found) : undefined,
    deployments: namespace === undefined ? undefined : existing(objectsOf(view, deploymentsOf(name, namespace))),
    crds: existing(objectsOf(view, crdsOf(name))),
  };
}

/** Returns what to watch for a ClusterExtension. */
export function extensionInterests({ name, namespace }: ExtensionSituation, slow: boolean): Interest[] {
  return [
    extensionInterest(name), crdsOf(name), ALL_CATALOGS, controllerInterest('operator-controller'),
    ...(namespace === undefined ? [] : [
      deploymentsOf(name, namespace), optional(named(NAMESPACES, namespace)), ...(slow ? [pods(namespace), warnings(namespace)] : []),
    ]),
  ];
}

/** Returns the objects that are not being deleted, since those of the previous bundle are deleted after an upgrade. */
function existing(objects: readonly KubernetesObject[] | undefined): readonly KubernetesObject[] | undefined {
  return objects?.filter((object) => !isTerminating(object));
}
