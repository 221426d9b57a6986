import { stringField } from '../../../formats/json/json-value';
import { parseVersion } from '../../../formats/semver/version';
import { isVersionRange, parseVersionRange, rangeContains } from '../../../formats/semver/version-range';
import { annotationsOf, csvNameError, csvRule, specOf } from '../../model/csv-parts';
import { FindingSeverity } from '../../model/finding';
import { locatedStrings, type Rule } from '../../model/rule';

const GRAPH = 'https://olm.operatorframework.io/docs/concepts/olm-architecture/operator-catalog/creating-an-update-graph/';
const SKIP_RANGE = 'olm.skipRange';
const { ERROR, WARNING } = FindingSeverity;

/** Rules about problems that keep OLM from upgrading to a bundle. */
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
];
