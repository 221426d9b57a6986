import { isVersionRange } from '../../../catalog/version-range';
import { parseVersion } from '../../../catalog/version';
import type { JsonMap } from '../../../json-value';
import { isMap, textField } from '../../../json-value';
import { goField } from '../../../read/property-list';
import { annotationsOf, specOf } from '../../csv-parts';
import { csvNameFault } from '../../csv-name';
import { csvRule } from '../../csv-rule';
import type { Placed } from '../../placed';
import { placedMaps, placedTexts } from '../../placed';
import { parseTolerantVersion } from '../../readers/tolerant-version';
import type { Fault, Rule } from '../../rule';
import { FindingSeverity } from '../../severity';
import type { ValidationSubject } from '../../subject';

const GRAPH = 'https://olm.operatorframework.io/docs/concepts/olm-architecture/operator-catalog/creating-an-update-graph/';
const OPENSHIFT = 'https://github.com/operator-framework/operator-lifecycle-manager/blob/master/pkg/controller/operators/openshift/helpers.go';
const SKIP_RANGE = 'olm.skipRange';
const MAX_OPENSHIFT = 'olm.maxOpenShiftVersion';
const { ERROR } = FindingSeverity;

/** What keeps OLM from upgrading to a bundle, or a cluster from being upgraded under it. */
export const UPGRADE_RULES: readonly Rule[] = [
  csvRule({
    id: 'upgrade-skips-name',
    severity: ERROR,
    summary: 'each name in spec.skips is one that a ClusterServiceVersion can have',
    remedy: 'name the ClusterServiceVersions that are skipped, exactly as they are called',
    source: GRAPH,
  }, function* (csv) {
    for (const { value, path } of placedTexts(specOf(csv), 'skips', ['spec'])) {
      const fault = csvNameFault(value);
      if (fault !== undefined) {
        yield { message: `the name ${JSON.stringify(value)} in spec.skips must ${fault}`, path };
      }
    }
  }),
  csvRule({
    id: 'upgrade-own-name',
    severity: ERROR,
    summary: 'a ClusterServiceVersion neither replaces nor skips itself',
    remedy: 'name the version before this one, or none',
    source: GRAPH,
  }, function* (csv) {
    if (csv.name !== '' && textField(specOf(csv), 'replaces') === csv.name) {
      yield { message: 'spec.replaces names this ClusterServiceVersion itself, so no channel could have a head', path: ['spec', 'replaces'] };
    }
    for (const { value, path } of placedTexts(specOf(csv), 'skips', ['spec'])) {
      if (csv.name !== '' && value === csv.name) {
        yield { message: 'spec.skips names this ClusterServiceVersion itself, so nobody could install it', path };
      }
    }
  }),
  csvRule({
    id: 'upgrade-skip-range',
    severity: ERROR,
    summary: `the annotation ${SKIP_RANGE} is a range of versions that OLM reads as it is meant`,
    remedy: 'write a range such as ">=1.0.0 <1.2.0": whole versions, without ^, ~, * and commas',
    source: 'https://pkg.go.dev/github.com/blang/semver/v4#ParseRange',
  }, function* (csv) {
    const range = annotationsOf(csv)[SKIP_RANGE];
    const path = ['metadata', 'annotations', SKIP_RANGE];
    if (range !== undefined && !isVersionRange(range)) {
      yield { message: `OLM ignores the range ${JSON.stringify(range)}, which it cannot read`, path, value: range };
    } else if (range !== undefined && /\s-\s/.test(range)) {
      const message = `OLM drops the dash in ${JSON.stringify(range)} and asks for both versions at once, which none can be`;
      yield { message, path, value: range };
    }
  }),
  {
    id: 'upgrade-max-openshift',
    severity: ERROR,
    summary: `the property ${MAX_OPENSHIFT} is given once at most, as major and minor`,
    remedy: 'write one property with a text such as "4.17"; OpenShift does not let itself be upgraded while it cannot read it',
    source: OPENSHIFT,
    check: maximumFaults,
  },
];

/** A property, with the file that it stands in. */
interface Property extends Placed<JsonMap> {
  readonly file: string;
}

function* maximumFaults(subject: ValidationSubject): Iterable<Fault> {
  const maxima = [...propertiesInFile(subject), ...propertiesInAnnotation(subject)].filter(({ value }) => goField(value, 'type') === MAX_OPENSHIFT);
  for (const [index, { value: property, file, path }] of maxima.entries()) {
    const value = goField(property, 'value');
    const version = typeof value === 'string' ? parseVersion(parseTolerantVersion(value) ?? '') : undefined;
    if (index > 0) {
      yield { message: `there is another property ${MAX_OPENSHIFT} already`, file, path };
    }
    if (version === undefined) {
      yield { message: `the value of ${MAX_OPENSHIFT} must be a text such as "4.17", got ${JSON.stringify(value) ?? 'nothing'}`, file, path };
    } else if (version.numbers[2] !== 0n || version.preRelease.length > 0 || version.build.length > 0) {
      yield { message: `the value of ${MAX_OPENSHIFT} must be major and minor only, got ${JSON.stringify(value)}`, file, path };
    }
  }
}

function propertiesInFile({ documents }: ValidationSubject): Property[] {
  return [...documents.values()].filter(({ file }) => file.startsWith('metadata/')).flatMap(({ file, value }) => (
    placedMaps({ properties: goField(value, 'properties') }, 'properties', []).map((property) => ({ ...property, file }))
  ));
}

function propertiesInAnnotation({ csv }: ValidationSubject): Property[] {
  const text = csv === undefined ? undefined : annotationsOf(csv)['olm.properties'];
  if (csv === undefined || text === undefined) {
    return [];
  }
  let list: unknown;
  try {
    list = JSON.parse(text);
  } catch {
    return [];
  }
  const path = ['metadata', 'annotations', 'olm.properties'];
  return (Array.isArray(list) ? (list as unknown[]) : []).filter(isMap).map((value) => ({ value, path, file: csv.file }));
}
