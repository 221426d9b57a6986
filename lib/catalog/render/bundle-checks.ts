import { CatalogErrorCode } from '../catalog-error';
import type { CatalogProblem } from '../catalog-error';
import { isRelease, LONGEST_RELEASE, parseVersion } from '../version';
import { isVersionRange } from '../version-range';
import type { Bundle } from '../../bundle';
import { fieldAt, mapsField, textField } from '../../json-value';

/** A rule that opm holds for each bundle of a catalog. */
type BundleCheck = (bundle: Bundle) => CatalogProblem[];

/**
 * What opm would refuse in one bundle, whatever catalog it stands in. Checks of what the readers of OLM merely dislike belong to
 * validation.
 */
export function bundleProblems(bundle: Bundle): CatalogProblem[] {
  return BUNDLE_CHECKS.flatMap((check) => check(bundle)).map((problem) => ({ ...problem, package: bundle.package, bundle: bundle.name }));
}

const BUNDLE_CHECKS: readonly BundleCheck[] = [checkChannels, checkVersion, checkRelease, checkSkips, checkOwnedCrds, checkRequiredCrds];

function checkChannels({ name, channels }: Bundle): CatalogProblem[] {
  if (channels.length === 0) {
    return [problem(CatalogErrorCode.NO_CHANNEL, `bundle "${name}" is in no channel; name one in metadata/annotations.yaml `
      + '(operators.operatorframework.io.bundle.channels.v1)')];
  }
  return channels.includes('') ? [problem(CatalogErrorCode.CHANNEL_NAME, `bundle "${name}" names a channel with an empty name; `
    + 'remove the comma too many from operators.operatorframework.io.bundle.channels.v1 in metadata/annotations.yaml')] : [];
}

function checkVersion({ name, version }: Bundle): CatalogProblem[] {
  return parseVersion(version) !== undefined ? [] : [problem(CatalogErrorCode.VERSION,
    `bundle "${name}" has the version "${version}"; give spec.version of its CSV three numbers, such as 1.2.3 or 1.2.3-rc.1`)];
}

function checkRelease({ name, package: packageName, version, csv: { release } }: Bundle): CatalogProblem[] {
  if (release === undefined || release === '') {
    return [];
  }
  if (!isRelease(release)) {
    return [problem(CatalogErrorCode.VERSION, `bundle "${name}" has the release "${release}"; give spec.release of its CSV letters, digits `
      + `and dashes with dots between them, such as 1 or alpha.2, at most ${LONGEST_RELEASE}`)];
  }
  if (version.includes('+')) {
    return [problem(CatalogErrorCode.VERSION, `bundle "${name}" has the version "${version}" and the release "${release}"; with a release, `
      + 'remove the build metadata from spec.version')];
  }
  const expected = `${packageName}-v${version}-${release}`;
  return name === expected ? [] : [problem(CatalogErrorCode.BUNDLE_NAME,
    `bundle "${name}" has a release, so its CSV must be named "${expected}"; change metadata.name or remove spec.release`)];
}

function checkSkips({ name, csv: { skips, skipRange } }: Bundle): CatalogProblem[] {
  return [
    ...(skips.includes('') ? [problem(CatalogErrorCode.SKIPS, `bundle "${name}" has an empty entry in spec.skips of its CSV; remove it`)] : []),
    ...(skipRange === undefined || skipRange === '' || isVersionRange(skipRange) ? [] : [problem(CatalogErrorCode.SKIP_RANGE,
      `bundle "${name}" has the annotation olm.skipRange "${skipRange}", which is no range of versions; write one such as ">=1.0.0 <1.2.0"`)]),
  ];
}

function checkOwnedCrds({ name, crds, csv }: Bundle): CatalogProblem[] {
  const present = new Set(crds.flatMap((crd) => {
    const spec = fieldAt(crd.content, 'spec');
    const versions = [...mapsField(spec, 'versions').map((version) => textField(version, 'name')), textField(spec, 'version')];
    const [plural, group, kind] = [fieldAt(spec, 'names', 'plural'), textField(spec, 'group'), fieldAt(spec, 'names', 'kind')];
    return versions.map((version) => `${String(plural)}.${group} ${version} ${String(kind)}`);
  }));
  return csv.ownedCrds
    .filter((owned) => !present.has(`${owned.name} ${owned.version} ${owned.kind}`))
    .map((owned) => problem(CatalogErrorCode.CRD, `bundle "${name}" owns ${owned.kind} ${owned.version} (${owned.name}), but has no such `
      + 'CustomResourceDefinition in manifests/; add it, or remove it from spec.customresourcedefinitions.owned of the CSV'));
}

function checkRequiredCrds({ name, csv }: Bundle): CatalogProblem[] {
  return csv.requiredCrds
    .filter((required) => !required.name.includes('.'))
    .map((required) => problem(CatalogErrorCode.CRD, `bundle "${name}" requires the CRD "${required.name}"; write its name as plural.group, `
      + 'such as backups.example.com, in spec.customresourcedefinitions.required of the CSV'));
}

function problem(code: CatalogErrorCode, message: string): CatalogProblem {
  return { code, message };
}
