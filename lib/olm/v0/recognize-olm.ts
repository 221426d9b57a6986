import { pinnedDigest } from '../../bundle/oci/descriptor';
import { defined } from '../../formats/json/defined';
import { fieldAt, type JsonMap, mapField, mapListField, stringField, stringListField, stringMapField } from '../../formats/json/json-value';
import { type CrdVersion, crdVersions, schemaWithoutDescriptions } from '../../formats/schema/changes/crd-schema';
import { sameKeyword } from '../../formats/schema/changes/schema-changes';
import { CrdDescriptions } from '../../formats/schema/custom-resource-definition';
import { customResourceDefinitions } from './crds/custom-resource-definitions';
import { OlmVersion } from './model/olm-version';
import { hasFeature } from './model/release-features';
import { lastNamespaceArgument } from './release/release-roles';
import type { CrdStorage } from './upgrade/stored-versions';

/** An object as the API server returns it. Its kind is that of the list that contains it. */
export type TracedObject = JsonMap;

/** Objects of an OLM v0 in a cluster, no matter which tool installed it. */
export interface OlmTraces {
  /** CRDs in the group operators.coreos.com. */
  readonly crds: readonly TracedObject[];
  /** Deployments olm-operator, catalog-operator and packageserver in all namespaces. */
  readonly deployments: readonly TracedObject[];
  /** ClusterServiceVersions of packageserver in all namespaces. */
  readonly packageservers: readonly TracedObject[];
  /** OperatorGroups in all namespaces. */
  readonly operatorGroups: readonly TracedObject[];
}

/** An OLM in a cluster, no matter which tool installed it. */
export interface RecognizedOlm {
  /** Namespaces in which an olm-operator is deployed. None means leftovers of an OLM; several means OLMs that compete for the same objects. */
  readonly namespaces: readonly string[];
  /** Namespace for operators that watch all namespaces, if there is one. */
  readonly operatorNamespace?: string;
  /** Namespace of global catalogs, or undefined without catalog-operator. */
  readonly catalogNamespace?: string;
  /** Release without a leading `v`, or undefined if it cannot be determined. */
  readonly release?: string;
  /** Possible releases, if several have the same CRDs and arguments. */
  readonly candidates: readonly string[];
  /** Tool that installed it, such as `operator-sdk`, or undefined if it left no known traces. */
  readonly installedBy?: string;
  /** Whether it is part of OpenShift, which manages it and does not specify an upstream release. */
  readonly isOpenShift: boolean;
  /** Its Deployments with the strategy RollingUpdate, as `namespace/name`. */
  readonly rollingDeployments: readonly string[];
  /** Versions in which its objects are stored. */
  readonly crds: readonly CrdStorage[];
}

/**
 * Recognizes an OLM by its objects: its release by the ClusterServiceVersion of packageserver and the images of its Deployments if they agree,
 * otherwise by whichever the CRDs confirm, otherwise by its CRDs and arguments. The ClusterServiceVersion alone is not enough: the published 0.29.0
 * stated 0.19.0. The CRDs are compared only if necessary, since that takes as long as all lists.
 *
 * @returns undefined if there is no OLM
 */
export function recognizeOlm(traces: OlmTraces): RecognizedOlm | undefined {
  const operators = named(traces.deployments, 'olm-operator');
  if (traces.crds.length + operators.length + traces.packageservers.length === 0) {
    return undefined;
  }
  const namespaces = [...new Set(operators.map(namespaceOf))].sort();
  const installedBy = installerOf(operators[0]);
  const isOpenShift = installedBy === 'OpenShift' || namespaces.includes(OPENSHIFT_NAMESPACE);
  const operatorNamespace = named(traces.operatorGroups, 'global-operators').map(namespaceOf)[0];
  const [catalogOperator] = named(traces.deployments, 'catalog-operator');
  const { release, candidates } = isOpenShift ? { candidates: [] } : releaseOf(traces);
  return {
    namespaces,
    ...defined({ operatorNamespace }),
    ...(catalogOperator === undefined ? {} : { catalogNamespace: catalogNamespaceOf(catalogOperator) }),
    ...defined({ release }),
    candidates,
    ...defined({ installedBy }),
    isOpenShift,
    rollingDeployments: [...operators, ...(catalogOperator === undefined ? [] : [catalogOperator])]
      .filter((deployment) => fieldAt(deployment, 'spec', 'strategy', 'type') !== 'Recreate')
      .map((deployment) => `${namespaceOf(deployment)}/${nameOf(deployment)}`),
    crds: traces.crds.map((crd) => {
      const versions = crdVersions(crd);
      return {
        name: nameOf(crd), stored: versions.find(({ storage }) => storage)?.name ?? '', versions: versions.map(({ name }) => name),
      };
    }),
  };
}

function releaseOf(traces: OlmTraces): { readonly release?: string; readonly candidates: readonly string[] } {
  const stated = [versionOfPackageserver(traces.packageservers[0]), versionOfImages(traces.deployments)].filter((version) => version !== undefined);
  const [version, same] = stated;
  if (version !== undefined && version === same) {
    return { release: version, candidates: [version] };
  }
  const matches = releaseMatcher(traces);
  const confirmed = stated.find((version) => OlmVersion.all.some((known) => known.version === version && matches(known)));
  const candidates = confirmed === undefined ? OlmVersion.all.filter(matches).map(({ version }) => version) : [confirmed];
  const release = confirmed ?? (candidates.length === 0 ? stated[0] : candidates.length === 1 ? candidates[0] : undefined);
  return { ...defined({ release }), candidates: release === undefined ? candidates : [release] };
}

function catalogNamespaceOf(catalogOperator: TracedObject): string {
  const args = containersOf(catalogOperator).flatMap((container) => stringListField(container, 'args'));
  return lastNamespaceArgument(args) ?? namespaceOf(catalogOperator);
}

function named(objects: readonly TracedObject[], name: string): TracedObject[] {
  return objects.filter((object) => nameOf(object) === name);
}

function nameOf(object: TracedObject): string {
  return stringField(mapField(object, 'metadata'), 'name') ?? '';
}

function namespaceOf(object: TracedObject): string {
  return stringField(mapField(object, 'metadata'), 'namespace') ?? '';
}

/** Namespace of the OLM that is part of OpenShift. */
const OPENSHIFT_NAMESPACE = 'openshift-operator-lifecycle-manager';

/** Field managers that only update objects, and do not create any. */
const UPDATING = /^(kube-controller-manager|olm|catalog|package-server|before-first-apply)$/;

/** Tools by a label or annotation that they set. */
const MARKS: readonly (readonly [key: RegExp, tool: string])[] = [
  [/^include\.release\.openshift\.io\//, 'OpenShift'],
  [/^meta\.helm\.sh\/release-name$/, 'Helm'],
  [/^argocd\.argoproj\.io\/(tracking-id|instance)$/, 'Argo CD'],
  [/^kustomize\.toolkit\.fluxcd\.io\/name$/, 'Flux'],
];

/** Tools by the name of their field manager. */
const MANAGERS: readonly (readonly [manager: RegExp, tool: string])[] = [
  [/^cluster-version-operator/, 'OpenShift'],
  [/^operator-sdk/, 'operator-sdk'],
  [/^pulumi/, 'Pulumi'],
  [/^helm/i, 'Helm'],
  [/^argocd/, 'Argo CD'],
  [/^kustomize-controller/, 'Flux'],
  [/^kubectl/, 'kubectl'],
];

/** Returns the tool that installed OLM, by its traces on the Deployment of olm-operator, or undefined if there are no known traces. */
function installerOf(deployment: TracedObject | undefined): string | undefined {
  const metadata = mapField(deployment, 'metadata');
  if (stringField(metadata, 'namespace') === OPENSHIFT_NAMESPACE) {
    return 'OpenShift';
  }
  const keys = Object.keys({ ...stringMapField(metadata, 'labels'), ...stringMapField(metadata, 'annotations') });
  const marked = MARKS.find(([key]) => keys.some((found) => key.test(found)))?.[1];
  const managers = mapListField(metadata, 'managedFields').map((fields) => stringField(fields, 'manager') ?? '').filter((name) => !UPDATING.test(name));
  return marked ?? MANAGERS.find(([manager]) => managers.some((found) => manager.test(found)))?.[1];
}

/** Programs whose image is OLM's own. */
const CONTROLLERS = ['olm-operator', 'catalog-operator', 'packageserver'];

/** Returns the version in the ClusterServiceVersion of packageserver, without a leading `v`. OLM removes the `v` from the spec. */
function versionOfPackageserver(csv: TracedObject | undefined): string | undefined {
  const label = stringMapField(mapField(csv, 'metadata'), 'labels')['olm.version'];
  return [label, stringField(mapField(csv, 'spec'), 'version')]
    .map((version) => /^v?(\d{1,5}\.\d{1,5}\.\d{1,5})$/.exec(version ?? '')?.[1])
    .find((version) => version !== undefined);
}

/** Returns the version of the images of OLM's own Deployments: by a digest of a release that the library includes, or by a tag. */
function versionOfImages(deployments: readonly TracedObject[]): string | undefined {
  const images = deployments.flatMap((deployment) => {
    const name = stringField(mapField(deployment, 'metadata'), 'name') ?? '';
    return CONTROLLERS.includes(name) ? containersOf(deployment).map((container) => stringField(container, 'image') ?? '') : [];
  });
  const found = new Set(images.map(versionOfImage).filter((version) => version !== undefined));
  // Two versions mean a rollout in progress, or images of different releases.
  return found.size === 1 ? [...found][0] : undefined;
}

/**
 * Returns whether the CRDs and arguments in the cluster are those of a release that the library includes. Comparing them takes several milliseconds
 * for each release.
 */
export function releaseMatcher({ crds, deployments }: OlmTraces): (version: OlmVersion) => boolean {
  const catalogOperator = deployments.find((deployment) => stringField(mapField(deployment, 'metadata'), 'name') === 'catalog-operator');
  const args = catalogOperator === undefined ? undefined : containersOf(catalogOperator).flatMap((container) => stringListField(container, 'args'));
  const found = new Map(crds.map((crd) => [stringField(mapField(crd, 'metadata'), 'name') ?? '', crdVersions(crd).map(withoutDescriptions)]));
  return (version) => crds.length > 0 && (args === undefined || hasSameFlags(version, args)) && hasSameCrds(version, found);
}

function containersOf(deployment: TracedObject): TracedObject[] {
  return mapListField(fieldAt(deployment, 'spec', 'template', 'spec'), 'containers');
}

function versionOfImage(image: string): string | undefined {
  const digest = pinnedDigest(image);
  if (digest !== undefined) {
    return OlmVersion.all.find(({ olmImage }) => olmImage?.endsWith(`@${digest}`) === true)?.version;
  }
  return /:v(\d{1,5}\.\d{1,5}\.\d{1,5})$/.exec(image)?.[1];
}

function hasSameFlags(version: OlmVersion, args: readonly string[]): boolean {
  const has = (flag: RegExp): boolean => args.some((arg) => flag.test(arg));
  return has(/^--namespace\b/) === hasFeature(version, 'longFlags')
    && has(/^--?opmImage\b/) === hasFeature(version, 'opmImage')
    && has(/^--set-workload-user-id\b/) === hasFeature(version, 'podSecurity');
}

function hasSameCrds(version: OlmVersion, found: ReadonlyMap<string, readonly CrdVersion[]>): boolean {
  const crds = crdsOf(version);
  return crds.size === found.size && [...crds].every(([name, known]) => {
    const versions = found.get(name);
    return versions !== undefined && sameSchemas(known, versions);
  });
}

function withoutDescriptions(version: CrdVersion): CrdVersion {
  return { ...version, schema: schemaWithoutDescriptions(version.schema) };
}

function sameSchemas(known: readonly CrdVersion[], found: readonly CrdVersion[]): boolean {
  return known.length === found.length && known.every(({ name, storage, schema }) => {
    const same = found.find((version) => version.name === name);
    return same?.storage === storage && sameKeyword('items', schema, same.schema);
  });
}

function crdsOf(version: OlmVersion): Map<string, CrdVersion[]> {
  return new Map(customResourceDefinitions(version, CrdDescriptions.NONE).map((crd) => [crd.metadata.name, crdVersions(crd)]));
}
