import { exactJson, parseJson } from '../../../formats/json/exact-json';
import { goField } from '../../../formats/json/folded-keys';
import { isMap, type JsonMap, stringField } from '../../../formats/json/json-value';
import { parseTolerantVersion, parseVersion } from '../../../formats/semver/version';
import { isVersionRange, parseVersionRange, rangeContains } from '../../../formats/semver/version-range';
import type { BundleView } from '../../model/bundle-view';
import { annotationsOf, csvNameError, csvRule, specOf } from '../../model/csv-parts';
import { FindingSeverity } from '../../model/finding';
import { type Fault, type Located, locatedMaps, locatedStrings, type Rule } from '../../model/rule';

const GRAPH = 'https://olm.operatorframework.io/docs/concepts/olm-architecture/operator-catalog/creating-an-update-graph/';
const OPENSHIFT = 'https://github.com/operator-framework/operator-lifecycle-manager/blob/master/pkg/controller/operators/openshift/helpers.go';
const SKIP_RANGE = 'olm.skipRange';
const MAX_OPENSHIFT = 'olm.maxOpenShiftVersion';
const { ERROR, WARNING } = FindingSeverity;

/** Rules about problems that keep OLM from upgrading to a bundle, or OpenShift from upgrading the cluster. */
export const UPGRADE_RULES: readonly Rule[] = [
  csvRule({
    id: 'upgrade-skips-name',
    severity: ERROR,
    summary: 'each name in spec.skips is a valid name of a CSV',
    remedy: 'set the exact names of the skipped CSVs',
    source: GRAPH,
  }, function* (csv) {
    for (const { value, path } of locatedStrings(specOf(csv), 'skips', ['spec'])) {
      const requirement = csvNameError(value);
      if (requirement !== undefined) {
        yield { message: `the name ${JSON.stringify(value)} in spec.skips must ${requirement}`, path };
      }
    }
  }),
  csvRule({
    id: 'upgrade-own-name',
    severity: ERROR,
    summary: 'the CSV neither replaces nor skips itself',
    remedy: 'set the name of the previous CSV, or remove the entry',
    source: GRAPH,
  }, function* (csv) {
    if (csv.name !== '' && stringField(specOf(csv), 'replaces') === csv.name) {
      yield { message: 'spec.replaces is this CSV itself, so no channel could have a head', path: ['spec', 'replaces'] };
    }
    for (const { value, path } of locatedStrings(specOf(csv), 'skips', ['spec'])) {
      if (csv.name !== '' && value === csv.name) {
        yield { message: 'spec.skips contains this CSV itself, so OLM never installs it', path };
      }
    }
  }),
  csvRule({
    id: 'upgrade-skip-range',
    severity: WARNING,
    summary: `the annotation ${SKIP_RANGE} is a version range without pitfalls`,
    remedy: 'set a range such as ">=1.0.0 <1.2.0": full versions, without ^, ~, * and commas',
    source: 'https://pkg.go.dev/github.com/blang/semver/v4#ParseRange',
  }, function* (csv) {
    const range = annotationsOf(csv)[SKIP_RANGE];
    const path = ['metadata', 'annotations', SKIP_RANGE];
    if (range !== undefined && !isVersionRange(range)) {
      yield { message: `${JSON.stringify(range)} is not a valid version range, so OLM ignores it`, path, value: range };
    } else if (range !== undefined && /\s-\s/.test(range)) {
      const message = `OLM ignores the dash in ${JSON.stringify(range)} and requires both versions at the same time, which no version satisfies`;
      yield { message, path, value: range };
    }
    const version = parseVersion(stringField(specOf(csv), 'version') ?? '');
    const skipped = range === undefined ? undefined : parseVersionRange(range);
    if (version !== undefined && skipped !== undefined && rangeContains(skipped, version)) {
      yield { message: `the range ${JSON.stringify(range)} contains the version of this CSV itself, ${stringField(specOf(csv), 'version')!}, so OLM would upgrade it to itself or back`, path, value: range!,
        remedy: `end the range below this version, such as with <${stringField(specOf(csv), 'version')!}` };
    }
  }),
  {
    id: 'upgrade-max-openshift',
    severity: ERROR,
    summary: `the property ${MAX_OPENSHIFT} is set at most once, to a major and minor version`,
    remedy: 'set one property, to a string such as "4.17"; OpenShift blocks its own upgrades while the value is invalid',
    source: OPENSHIFT,
    check: maximumFaults,
  },
];

/** A property with its file. */
interface Property extends Located<JsonMap> {
  readonly file: string;
}

function* maximumFaults(view: BundleView): Iterable<Fault> {
  const maxima = [...propertiesInFile(view), ...propertiesInAnnotation(view)].filter(({ value }) => goField(value, 'type') === MAX_OPENSHIFT);
  for (const [index, { value: property, file, path }] of maxima.entries()) {
    const value = goField(property, 'value');
    const version = typeof value === 'string' ? parseVersion(parseTolerantVersion(value) ?? '') : undefined;
    if (index > 0) {
      yield { message: `the property ${MAX_OPENSHIFT} is already set`, file, path };
    }
    if (version === undefined) {
      yield { message: `the value of ${MAX_OPENSHIFT} must be a string such as "4.17", got ${exactJson(value) ?? 'nothing'}`, file, path };
    } else if (version.numbers[2] !== 0n || version.preRelease.length > 0 || version.build.length > 0) {
      yield { message: `the value of ${MAX_OPENSHIFT} must have only a major and a minor number, got ${exactJson(value)}`, file, path };
    }
  }
}

function propertiesInFile({ documents }: BundleView): Property[] {
  return [...documents.values()].filter(({ file }) => file.startsWith('metadata/')).flatMap(({ file, value }) => (
    locatedMaps({ properties: goField(value, 'properties') }, 'properties', []).map((property) => ({ ...property, file }))
  ));
}

function propertiesInAnnotation({ csv }: BundleView): Property[] {
  const json = csv === undefined ? undefined : annotationsOf(csv)['olm.properties'];
  if (csv === undefined || json === undefined) {
    return [];
  }
  let list: unknown;
  try {
    list = parseJson(json);
  } catch {
    return [];
  }
  const path = ['metadata', 'annotations', 'olm.properties'];
  return (Array.isArray(list) ? (list as unknown[]) : []).filter(isMap).map((value) => ({ value, path, file: csv.file }));
}
