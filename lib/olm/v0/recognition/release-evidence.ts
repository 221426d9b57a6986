import { pinnedDigest } from '../../../bundle/oci/descriptor';
import { fieldAt, mapField, mapListField, stringField, stringListField, stringMapField } from '../../../formats/json/json-value';
import { type CrdVersion, crdVersions } from '../../../formats/schema/changes/crd-schema';
import { schemaWithoutDescriptions } from '../../../formats/schema/changes/inner-schemas';
import { sameKeyword } from '../../../formats/schema/changes/same-schema';
import { CrdDescriptions } from '../../../formats/schema/crd-descriptions';
import { customResourceDefinitions } from '../crds/custom-resource-definitions';
import { OlmVersion } from '../model/olm-version';
import { hasFeature } from '../settings/release-features';
import type { OlmTraces, TracedObject } from './olm-traces';

/** Programs whose image is OLM's own. */
const CONTROLLERS = ['olm-operator', 'catalog-operator', 'packageserver'];

/** Returns the version in the ClusterServiceVersion of packageserver, without a leading `v`. OLM removes the `v` from the spec. */
export function versionOfPackageserver(csv: TracedObject | undefined): string | undefined {
  const label = stringMapField(mapField(csv, 'metadata'), 'labels')['olm.version'];
  return [label, stringField(mapField(csv, 'spec'), 'version')]
    .map((version) => /^v?(\d{1,5}\.\d{1,5}\.\d{1,5})$/.exec(version ?? '')?.[1])
    .find((version) => version !== undefined);
}

/** Returns the version of the images of OLM's own Deployments: by a digest of a release that the library includes, or by a tag. */
export function versionOfImages(deployments: readonly TracedObject[]): string | undefined {
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

export function containersOf(deployment: TracedObject): TracedObject[] {
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
