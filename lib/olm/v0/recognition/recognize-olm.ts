import { containersOf, releaseMatcher, versionOfImages, versionOfPackageserver } from './release-evidence';
import { installerOf, OPENSHIFT_NAMESPACE } from './installer';
import type { OlmTraces, TracedObject } from './olm-traces';
import { crdVersions } from '../../../formats/schema/changes/crd-schema';
import { fieldAt, mapField, stringField, stringListField } from '../../../formats/json/json-value';
import { OlmVersion } from '../model/olm-version';
import { lastNamespaceArgument } from '../release/release-namespaces';
import type { CrdStorage } from '../upgrade/stored-versions';

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
    ...(operatorNamespace === undefined ? {} : { operatorNamespace }),
    ...(catalogOperator === undefined ? {} : { catalogNamespace: catalogNamespaceOf(catalogOperator) }),
    ...(release === undefined ? {} : { release }),
    candidates,
    ...(installedBy === undefined ? {} : { installedBy }),
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
  return { ...(release === undefined ? {} : { release }), candidates: release === undefined ? candidates : [release] };
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
