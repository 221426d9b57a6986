import { compareVersions, parseVersion } from '../../catalog/version';
import type { Version } from '../../catalog/version';
import { isMap, textField } from '../../json-value';
import { annotationsOf, withCsv } from '../csv-parts';
import { parseTolerantVersion } from '../readers/tolerant-version';
import type { ApiUse } from '../removed-apis';
import { removedApiUses } from '../removed-apis';
import type { Fault, Rule } from '../rule';
import { FindingSeverity } from '../severity';

const SOURCE = 'https://github.com/operator-framework/api/blob/master/pkg/validation/internal/community.go';
const { ERROR, WARNING } = FindingSeverity;

/** The first OpenShift without the APIs that Kubernetes 1.22 removed. */
const FIRST_WITHOUT = parseVersion('4.9.0')!;
const PROPERTIES = 'olm.properties';
const MAX_OPENSHIFT = 'olm.maxOpenShiftVersion';
const LABEL = 'com.redhat.openshift.versions';
const PATH = ['metadata', 'annotations', PROPERTIES];

/** What OpenShift's community catalog asked of bundles with APIs that Kubernetes 1.22 removed. Upstream deprecated the suite. */
export const COMMUNITY_RULES: readonly Rule[] = [
  {
    id: 'community-max-openshift',
    severity: ERROR,
    summary: `a bundle with APIs that Kubernetes 1.22 removed says in ${MAX_OPENSHIFT} that it is for OpenShift before 4.9`,
    remedy: `move to APIs that are still served, or add the property ${MAX_OPENSHIFT} with "4.8" to the annotation ${PROPERTIES}`,
    source: SOURCE,
    check: withCsv(function* (csv, subject) {
      const uses = removedApiUses(subject, '1.22.0');
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
    remedy: `move to APIs that are still served, or label the image with ${LABEL}=v4.6-v4.8`,
    source: SOURCE,
    check: withCsv(function* (_csv, subject) {
      const uses = removedApiUses(subject, '1.22.0');
      const { openshiftVersions } = subject.options;
      if (uses.length > 0 && openshiftVersions === undefined) {
        const message = `whether the label ${LABEL} ends before 4.9 was not checked; give its value as the option openshiftVersions`;
        yield { message, severity: WARNING };
      } else if (uses.length > 0) {
        yield* labelFaults(openshiftVersions!, uses);
      }
    }),
  },
];

function maximumFault(properties: string, uses: readonly ApiUse[]): Omit<Fault, 'file'> | undefined {
  const because = `, because of ${named(uses)}`;
  if (properties === '') {
    return { message: `there is no annotation ${PROPERTIES} with ${MAX_OPENSHIFT}${because}`, path: ['metadata', 'annotations'] };
  }
  const list = jsonList(properties);
  if (list === undefined) {
    return { message: `the annotation ${PROPERTIES} must be a JSON list of properties, each with a text as value`, path: PATH };
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
    return { message: `${MAX_OPENSHIFT} must be major and minor only, such as "4.8", got ${JSON.stringify(maximum)}`, path: PATH, severity: WARNING };
  }
  return isBefore(version) ? undefined : { message: `${MAX_OPENSHIFT} must be below 4.9${because}, got ${JSON.stringify(maximum)}`, path: PATH };
}

function jsonList(text: string): { readonly type: string; readonly value: string }[] | undefined {
  let list: unknown;
  try {
    list = JSON.parse(text);
  } catch {
    return undefined;
  }
  const sound = Array.isArray(list) && list.every((entry) => (
    isMap(entry) && ['type', 'value'].every((key) => entry[key] === undefined || entry[key] === null || typeof entry[key] === 'string')
  ));
  return sound ? (list as unknown[]).map((entry) => ({ type: textField(entry, 'type') ?? '', value: textField(entry, 'value') ?? '' })) : undefined;
}

/** The label is a version, `=` and a version, or a span; only the last two can end. */
function* labelFaults(label: string, uses: readonly ApiUse[]): Iterable<Fault> {
  const plain = label.replace(/['"v\s]/g, '');
  const last = plain.startsWith('=') ? plain.slice(1) : plain.split('-')[1];
  if (last === undefined) {
    yield { message: `the label ${LABEL} names no last version, because of ${named(uses)} it must end before 4.9; got ${JSON.stringify(label)}` };
    return;
  }
  const version = parseVersion(parseTolerantVersion(last) ?? '');
  if (version === undefined) {
    yield { message: `the label ${LABEL} must be a span of versions such as v4.6-v4.8, got ${JSON.stringify(label)}` };
  } else if (!isBefore(version)) {
    yield { message: `the label ${LABEL} must end before 4.9, because of ${named(uses)}; got ${JSON.stringify(label)}` };
  }
}

function isBefore(version: Version): boolean {
  return compareVersions(version, FIRST_WITHOUT) < 0;
}

function named(uses: readonly ApiUse[]): string {
  return uses.map(({ what }) => what).join(', ');
}
