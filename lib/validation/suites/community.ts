import { isMap, stringField } from '../../formats/json/json-value';
import { compareVersions, parseTolerantVersion, parseVersion, type Version } from '../../formats/semver/version';
import { annotationsOf, withCsv } from '../model/csv-parts';
import { FindingSeverity } from '../model/finding';
import { type ApiUse, removedApiUses } from '../model/removed-apis';
import type { Fault, Rule } from '../model/rule';

const SOURCE = 'https://github.com/operator-framework/api/blob/master/pkg/validation/internal/community.go';
const { ERROR, WARNING } = FindingSeverity;

/** First release of OpenShift without the APIs that Kubernetes 1.22 removed. */
const FIRST_RELEASE_WITHOUT = parseVersion('4.9.0')!;
const PROPERTIES = 'olm.properties';
const MAX_OPENSHIFT = 'olm.maxOpenShiftVersion';
const LABEL = 'com.redhat.openshift.versions';
const PATH = ['metadata', 'annotations', PROPERTIES];

/** Requirements of OpenShift's community catalog for bundles with APIs that Kubernetes 1.22 removed. Upstream deprecated the suite. */
export const COMMUNITY_RULES: readonly Rule[] = [
  {
    id: 'community-max-openshift',
    severity: ERROR,
    summary: `a bundle with APIs that Kubernetes 1.22 removed limits ${MAX_OPENSHIFT} to OpenShift before 4.9`,
    remedy: `migrate to APIs that are still served, or add the property ${MAX_OPENSHIFT} with the value "4.8" to the annotation ${PROPERTIES}`,
    source: SOURCE,
    check: withCsv(function* (csv, view) {
      const uses = removedApiUses(view, '1.22.0');
      const fault = uses.length === 0 ? undefined : maximumFault(annotationsOf(csv)[PROPERTIES] ?? '', uses);
      if (fault !== undefined) {
        yield { file: csv.file, ...fault };
      }
    }),
  },
  {
    id: 'community-openshift-versions',
    severity: ERROR,
    summary: `a bundle with APIs that Kubernetes 1.22 removed has a label ${LABEL} that ends before 4.9`,
    remedy: `migrate to APIs that are still served, or label the image with ${LABEL}=v4.6-v4.8`,
    source: SOURCE,
    check: withCsv(function* (_csv, view) {
      const uses = removedApiUses(view, '1.22.0');
      const { openshiftVersions } = view.options;
      if (uses.length > 0 && openshiftVersions === undefined) {
        const message = `the label ${LABEL} of the image is not known; pass its value in the option openshiftVersions`;
        yield { message, severity: WARNING };
      } else if (uses.length > 0) {
        yield* labelFaults(openshiftVersions!, uses);
      }
    }),
  },
];

function maximumFault(properties: string, uses: readonly ApiUse[]): Omit<Fault, 'file'> | undefined {
  const because = `, required because of ${named(uses)}`;
  if (properties === '') {
    return { message: `the annotation ${PROPERTIES} with ${MAX_OPENSHIFT} is missing${because}`, path: ['metadata', 'annotations'] };
  }
  const list = jsonList(properties);
  if (list === undefined) {
    return { message: `the annotation ${PROPERTIES} must be a JSON list of properties whose values are strings`, path: PATH };
  }
  const maximum = list.find(({ type }) => type === MAX_OPENSHIFT)?.value;
  if (maximum === undefined) {
    return { message: `the annotation ${PROPERTIES} has no ${MAX_OPENSHIFT}${because}`, path: PATH };
  }
  const version = parseVersion(parseTolerantVersion(maximum) ?? '');
  if (version === undefined) {
    return { message: `${MAX_OPENSHIFT} must be a version such as "4.8", got ${JSON.stringify(maximum)}`, path: PATH };
  }
  if (version.numbers[2] !== 0n || version.preRelease.length > 0) {
    return { message: `${MAX_OPENSHIFT} must have only a major and a minor number, such as "4.8", got ${JSON.stringify(maximum)}`, path: PATH, severity: WARNING };
  }
  return isBefore(version) ? undefined : { message: `${MAX_OPENSHIFT} must be below 4.9${because}, got ${JSON.stringify(maximum)}`, path: PATH };
}

function jsonList(json: string): { readonly type: string; readonly value: string }[] | undefined {
  let list: unknown;
  try {
    list = JSON.parse(json);
  } catch {
    return undefined;
  }
  const isValid = Array.isArray(list) && list.every((entry) => (
    isMap(entry) && ['type', 'value'].every((key) => entry[key] === undefined || entry[key] === null || typeof entry[key] === 'string')
  ));
  return isValid ? (list as unknown[]).map((entry) => ({ type: stringField(entry, 'type') ?? '', value: stringField(entry, 'value') ?? '' })) : undefined;
}

/** Checks the label: a minimum version, `=` and a version, or a range. A minimum version has no upper bound. */
function* labelFaults(label: string, uses: readonly ApiUse[]): Iterable<Fault> {
  const plain = label.replace(/['"v\s]/g, '');
  const last = plain.startsWith('=') ? plain.slice(1) : plain.split('-')[1];
  if (last === undefined) {
    yield { message: `the label ${LABEL} must end before 4.9, because of ${named(uses)}; got ${JSON.stringify(label)}, which has no end` };
    return;
  }
  const version = parseVersion(parseTolerantVersion(last) ?? '');
  if (version === undefined) {
    yield { message: `the label ${LABEL} must be a range of versions such as v4.6-v4.8, got ${JSON.stringify(label)}` };
  } else if (!isBefore(version)) {
    yield { message: `the label ${LABEL} must end before 4.9, because of ${named(uses)}; got ${JSON.stringify(label)}` };
  }
}

function isBefore(version: Version): boolean {
  return compareVersions(version, FIRST_RELEASE_WITHOUT) < 0;
}

function named(uses: readonly ApiUse[]): string {
  return uses.map(({ what }) => what).join(', ');
}
