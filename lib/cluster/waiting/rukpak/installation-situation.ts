import { pods, warnings } from '../operator/operator-interests';
import { isRolledOut } from '../rules/deployments';
import { ClusterView, Interest, isPartial, objectOf, objectsOf } from '../view/cluster-view';
import { isTerminating, KubernetesObject, specString } from '../view/kubernetes-object';
import { activeBundle, contentOf, InstallationStatus, installationStatus } from './installation-status';
import { bundleInterest, bundlesOf, crdsOf, deploymentsOf, Installation, installationInterest } from './resources';

/** Observed state of an object that installs a bundle. */
export interface InstallationSituation {
  readonly installation: Installation;
  /** Kind and name. */
  readonly title: string;
  readonly view: ClusterView;
  /** The object: undefined until it is listed, null if it does not exist. */
  readonly object: KubernetesObject | null | undefined;
  /** Its conditions, or undefined while RukPak has not processed it. */
  readonly status: InstallationStatus | undefined;
  /** The Bundle with its content, or undefined in `v1alpha2` and while there is none. */
  readonly bundle: KubernetesObject | undefined;
  /** Bundles of earlier specs, which RukPak deletes once the current one is installed. */
  readonly earlierBundles: readonly KubernetesObject[];
  /** Deployments of the bundle, or undefined until they are listed. */
  readonly deployments: readonly KubernetesObject[] | undefined;
  /** CRDs of the bundle, or undefined until they are listed. */
  readonly crds: readonly KubernetesObject[] | undefined;
}

/** Returns the observed state of an object that installs a bundle. */
export function installationSituation(installation: Installation, view: ClusterView): InstallationSituation {
  const { kind = 'BundleDeployment', name, version } = installation;
  const object = objectOf(view, installationInterest(installation));
  const interest = bundlesInterest(installation, object);
  const bundles = interest === undefined ? undefined : objectsOf(view, interest);
  const content = object && bundles !== undefined ? contentOf(object, bundles) : [];
  const bundle = content.find(({ metadata }) => object && metadata.name === activeBundle(object)) ?? content.at(-1);
  return {
    installation, title: `${kind} ${name}`, view, object, bundle,
    status: object ? installationStatus(object, version, interest !== undefined && isPartial(view, interest) && bundle === undefined ? 'not dumped' : bundles)
      : undefined,
    earlierBundles: interest?.name === undefined ? (bundles ?? []).filter((found) => !content.includes(found)) : [],
    deployments: existing(objectsOf(view, deploymentsOf(name))),
    crds: existing(objectsOf(view, crdsOf(name))),
  };
}

/** Returns what to watch for an object that installs a bundle. */
export function installationInterests({ installation, object, deployments = [] }: InstallationSituation, slow: boolean): Interest[] {
  const bundles = bundlesInterest(installation, object);
  const unready = deployments.filter((found) => !isRolledOut(found));
  const namespaces = [...new Set(unready.map(({ metadata: { namespace = '' } }) => namespace))];
  return [
    installationInterest(installation), deploymentsOf(installation.name), crdsOf(installation.name), ...(bundles === undefined ? [] : [bundles]),
    ...(slow ? namespaces.flatMap((namespace) => [pods(namespace), warnings(namespace)]) : []),
  ];
}

/** Returns the interest in the Bundles that have the content, or undefined in `v1alpha2`. */
function bundlesInterest({ name, version }: Installation, object: KubernetesObject | null | undefined): Interest | undefined {
  if (version === 'v1alpha2') {
    return undefined;
  }
  const named = specString(object ?? undefined, 'bundleName');
  return named === undefined ? bundlesOf(name) : bundleInterest(named);
}

/** Returns the objects that are not being deleted, since those of the previous bundle are deleted after an upgrade. */
function existing(objects: readonly KubernetesObject[] | undefined): readonly KubernetesObject[] | undefined {
  return objects?.filter((object) => !isTerminating(object));
}
