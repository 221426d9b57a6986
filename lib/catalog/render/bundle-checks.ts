import type { Bundle } from '../../bundle/bundle';
import { resolverProperties, versionsOfCrd } from '../../bundle/bundle-properties';
import { BUNDLE_ANNOTATION } from '../../bundle/model/bundle-content';
import type { Manifest } from '../../bundle/model/manifest';
import { mapField, stringField } from '../../formats/json/json-value';
import { isRelease, MAX_RELEASE_LENGTH, parseVersion } from '../../formats/semver/version';
import { CatalogErrorCode, type CatalogProblem } from '../declcfg/catalog-problem';
import { pathString } from '../read/fields';
import { typeFault } from '../validate/bundle-rules';

/** A rule of opm for each bundle of a catalog. */
type BundleCheck = (bundle: Bundle) => CatalogProblem[];

/**
 * Returns the problems for which opm would refuse a bundle in any catalog. Problems that only other tools reject belong to validation.
 */
export function bundleProblems(bundle: Bundle): CatalogProblem[] {
  return BUNDLE_CHECKS.flatMap((check) => check(bundle)).map((problem) => ({ ...problem, packageName: bundle.packageName, bundle: bundle.name }));
}

const BUNDLE_CHECKS: readonly BundleCheck[] = [
  checkChannels, checkVersion, checkRelease, checkSkips, checkOwnedCrds, checkRequiredCrds, checkProperties,
];

function checkChannels({ name, channels }: Bundle): CatalogProblem[] {
  if (channels.length === 0) {
    return [problem(CatalogErrorCode.NO_CHANNEL, `bundle "${name}" is in no channel; name one in metadata/annotations.yaml `
      + `(${BUNDLE_ANNOTATION.CHANNELS})`)];
  }
  return channels.includes('') ? [problem(CatalogErrorCode.CHANNEL_NAME, `bundle "${name}" names a channel with an empty name; `
    + `remove the extra comma from ${BUNDLE_ANNOTATION.CHANNELS} in metadata/annotations.yaml`)] : [];
}

function checkVersion({ name, version }: Bundle): CatalogProblem[] {
  return parseVersion(version) !== undefined ? [] : [problem(CatalogErrorCode.VERSION,
    `bundle "${name}" has the version "${version}", which is not a semantic version; set spec.version of its CSV to one, such as 1.2.3 or 1.2.3-rc.1`)];
}

function checkRelease({ name, packageName, version, csv: { release } }: Bundle): CatalogProblem[] {
  if (release === undefined || release === '') {
    return [];
  }
  if (!isRelease(release)) {
    return [problem(CatalogErrorCode.VERSION, `bundle "${name}" has the release "${release}", which is invalid; set spec.release of its CSV to letters, digits `
      + `and dashes separated by dots, such as 1 or alpha.2, at most ${MAX_RELEASE_LENGTH} characters`)];
  }
  if (version.includes('+')) {
    return [problem(CatalogErrorCode.VERSION, `bundle "${name}" has the version "${version}" and the release "${release}"; `
      + 'remove the build metadata from spec.version, which cannot be combined with a release')];
  }
  const expected = `${packageName}-v${version}-${release}`;
  return name === expected ? [] : [problem(CatalogErrorCode.BUNDLE_NAME,
    `bundle "${name}" has a release, so its CSV must be named "${expected}"; change metadata.name or remove spec.release`)];
}

function checkSkips({ name, csv: { skips } }: Bundle): CatalogProblem[] {
  return skips.includes('') ? [problem(CatalogErrorCode.SKIPS, `bundle "${name}" has an empty entry in spec.skips of its CSV; remove it`)] : [];
}

function checkOwnedCrds({ name, crds, csv }: Bundle): CatalogProblem[] {
  const present = new Set(crds.flatMap((crd) => {
    const spec = mapField(crd.content, 'spec');
    const names = mapField(spec, 'names');
    return versionsOfCrd(crd).map((version) => `${stringField(names, 'plural')}.${stringField(spec, 'group')} ${version} ${stringField(names, 'kind')}`);
  }));
  return csv.ownedCrds
    .filter((owned) => !present.has(`${owned.name} ${owned.version} ${owned.kind}`))
    .map((owned) => problem(CatalogErrorCode.CRD, `bundle "${name}" owns ${owned.kind} ${owned.version} (${owned.name}), but has no such `
      + `CustomResourceDefinition in manifests/; ${crdRemedy(crds.find((crd) => crd.name === owned.name))}, or remove it from `
      + 'spec.customresourcedefinitions.owned of the CSV'));
}

function crdRemedy(crd: Manifest | undefined): string {
  return crd === undefined ? 'add it'
    : `correct its apiVersion, spec.group, spec.names and spec.versions in ${crd.file}, which opm and Kubernetes find under these names only`;
}

function checkRequiredCrds({ name, csv }: Bundle): CatalogProblem[] {
  return csv.requiredCrds
    .filter((required) => !required.name.includes('.'))
    .map((required) => problem(CatalogErrorCode.CRD, `bundle "${name}" requires the CRD "${required.name}"; write its name as plural.group, `
      + 'such as backups.example.com, in spec.customresourcedefinitions.required of the CSV'));
}

/** opm copies the properties of a bundle as they are, and then cannot read its own catalog. */
function checkProperties(bundle: Bundle): CatalogProblem[] {
  return resolverProperties(bundle).flatMap(({ type, value }) => {
    const fault = typeFault(type, value, ['value']);
    return fault === undefined ? [] : [problem(CatalogErrorCode.PROPERTY, `bundle "${bundle.name}" has a property ${type} that opm cannot decode: `
      + `${pathString(fault.path)} ${fault.message}; correct it in metadata/properties.yaml, or in the annotation olm.properties of the CSV`)];
  });
}

function problem(code: CatalogErrorCode, message: string): CatalogProblem {
  return { code, message };
}
