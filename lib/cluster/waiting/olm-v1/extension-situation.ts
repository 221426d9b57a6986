import { defined } from '../../../formats/json/defined';
import { field, fieldAt, mapListField, stringField } from '../../../formats/json/json-value';
import { printableLine } from '../../../text/printable';
import { list } from '../explain/formatting';
import { pods, warnings } from '../operator/operator-interests';
import { NAMESPACES } from '../view/api-resource';
import { ClusterView, Interest, named, objectOf, objectsOf, optional } from '../view/cluster-view';
import { Condition, condition, isTerminating, KubernetesObject, specString } from '../view/kubernetes-object';
import { ALL_CATALOGS, controllerInterest, crdsOf, currentCondition, deploymentsOf, extensionInterest } from './resources';

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

/** Bundle that OLM v1 installed. */
export interface InstalledBundle {
  readonly name: string;
  readonly version: string;
  /** Release of the bundle within its version, or undefined if it has none. */
  readonly release?: string;
}

/** Returns the bundle that is installed according to the status, if any. */
export function installedBundle({ status }: KubernetesObject): InstalledBundle | undefined {
  const bundle = fieldAt(status, 'install', 'bundle');
  const [name, version, release] = ['name', 'version', 'release'].map((key) => stringField(bundle, key));
  return name === undefined || version === undefined ? undefined : { name, version, ...defined({ release }) };
}

/** Returns the names of the revisions that are rolled out or being rolled out. Only experimental installations of OLM v1 have revisions. */
export function activeRevisions({ status }: KubernetesObject): string[] {
  return mapListField(status, 'activeRevisions').map((revision) => stringField(revision, 'name')).filter((name) => name !== undefined);
}

/** Returns why revisions are not available. */
export function unavailableRevisions({ status }: KubernetesObject): { readonly name: string; readonly message: string }[] {
  return mapListField(status, 'activeRevisions').flatMap((revision) => {
    const available = condition({ metadata: { name: '' }, status: revision }, 'Available');
    return available === undefined || available.status === 'True' ? [] : [{ name: stringField(revision, 'name') ?? '', message: available.message }];
  });
}

/**
 * Returns the deprecations of a ClusterExtension, in sentences with the messages of the catalog.
 *
 * @see https://github.com/operator-framework/operator-controller/blob/main/api/v1/clusterextension_types.go `TypePackageDeprecated`
 */
export function deprecationsOf(extension: KubernetesObject): string[] {
  const catalog = fieldAt(extension.spec, 'source', 'catalog');
  const channels = field(catalog, 'channels');
  const named = Array.isArray(channels) ? channels.map((channel) => `'${String(channel)}'`) : [];
  const packageName = specString(extension, 'source', 'catalog', 'packageName') ?? '';
  const deprecated: readonly (readonly [condition: string, what: string])[] = [
    ['PackageDeprecated', `package '${packageName}'`],
    ['ChannelDeprecated', `${named.length === 0 ? 'a channel' : named.length === 1 ? `channel ${named[0]!}` : `one of the channels ${list(named)}`} of package '${packageName}'`],
    ['BundleDeprecated', `bundle '${installedBundle(extension)?.name ?? ''}'`],
  ];
  return deprecated.flatMap(([type, what]) => {
    const found = condition(extension, type);
    return found?.status === 'True' ? [`${what} is deprecated: ${printableLine(found.message)}`] : [];
  });
}
