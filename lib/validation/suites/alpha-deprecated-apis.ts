import { stringField } from '../../formats/json/json-value';
import { parseTolerantVersion } from '../../formats/semver/version';
import { specOf } from '../model/csv-parts';
import { type ApiUse, isForRelease, REMOVAL_RELEASES, type RemovalRelease, removedApiUses, removedResourceRules } from '../model/removed-apis';
import type { Fault, Rule } from '../model/rule';
import { FindingSeverity } from '../model/finding';

const SOURCE = 'https://github.com/operator-framework/api/blob/master/pkg/validation/internal/removed_apis.go';
const GUIDE = 'https://kubernetes.io/docs/reference/using-api/deprecation-guide/';
const { ERROR, WARNING } = FindingSeverity;

/** Rules about APIs that Kubernetes no longer serves. */
export const ALPHA_DEPRECATED_APIS_RULES: readonly Rule[] = [
  {
    id: 'removed-apis-version',
    severity: ERROR,
    summary: 'the option k8sVersion and spec.minKubeVersion are versions of Kubernetes',
    remedy: 'set a version such as 1.25 or 1.25.0',
    source: SOURCE,
    *check({ options, csv }) {
      const { k8sVersion = '' } = options;
      if (k8sVersion !== '' && parseTolerantVersion(k8sVersion) === undefined) {
        yield { message: `the option k8sVersion is not a version, got ${JSON.stringify(k8sVersion)}` };
      }
      const minimum = csv === undefined ? '' : stringField(specOf(csv), 'minKubeVersion') ?? '';
      if (csv !== undefined && minimum !== '' && parseTolerantVersion(minimum) === undefined) {
        const message = `spec.minKubeVersion is not a version, got ${JSON.stringify(minimum)}`;
        yield { message, file: csv.file, path: ['spec', 'minKubeVersion'], value: minimum };
      }
    },
  },
  ...REMOVAL_RELEASES.map(removedIn),
  {
    id: 'removed-apis-rbac',
    severity: WARNING,
    summary: 'the operator has no permissions on PodSecurityPolicies, which Kubernetes 1.25 removed',
    remedy: 'remove the permission, and use Pod Security admission',
    source: `${GUIDE}#v1-25`,
    *check(view) {
      if (view.csv !== undefined) {
        yield* oneFault(removedResourceRules(view), 'PodSecurityPolicies were removed in Kubernetes 1.25');
      }
    },
  },
];

function removedIn(release: RemovalRelease): Rule {
  const [major, minor] = release.split('.') as [string, string];
  return {
    id: `removed-apis-${major}.${minor}`,
    severity: WARNING,
    summary: `the bundle uses no API that Kubernetes ${major}.${minor} removed`,
    remedy: 'migrate the objects to the API that replaces it',
    source: `${GUIDE}#v${major}-${minor}`,
    *check(view) {
      if (view.csv !== undefined) {
        const severity = isForRelease(view, release) ? ERROR : WARNING;
        yield* oneFault(removedApiUses(view, release), `Kubernetes ${major}.${minor} removed APIs that the bundle uses`, severity);
      }
    },
  };
}

/** Yields one fault for all uses, at the position of the first. */
function* oneFault(uses: readonly ApiUse[], message: string, severity: FindingSeverity = WARNING): Iterable<Fault> {
  const [first] = uses;
  if (first !== undefined) {
    yield { message: `${message}: ${uses.map(({ what }) => what).join(', ')}`, file: first.file, path: first.path, severity };
  }
}
