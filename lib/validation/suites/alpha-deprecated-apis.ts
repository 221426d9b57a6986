import { textField } from '../../json-value';
import { specOf } from '../csv-parts';
import { parseTolerantVersion } from '../readers/tolerant-version';
import type { ApiUse, RemovalRelease } from '../removed-apis';
import { isForRelease, REMOVAL_RELEASES, removedApiUses, removedResourceRules } from '../removed-apis';
import type { Fault, Rule } from '../rule';
import { FindingSeverity } from '../severity';

const SOURCE = 'https://github.com/operator-framework/api/blob/master/pkg/validation/internal/removed_apis.go';
const GUIDE = 'https://kubernetes.io/docs/reference/using-api/deprecation-guide/';
const { ERROR, WARNING } = FindingSeverity;

/** APIs that Kubernetes no longer serves. */
export const ALPHA_DEPRECATED_APIS_RULES: readonly Rule[] = [
  {
    id: 'removed-apis-version',
    severity: ERROR,
    summary: 'the release of Kubernetes that a bundle is for can be read, in the option k8sVersion and in spec.minKubeVersion',
    remedy: 'write a release such as 1.25 or 1.25.0',
    source: SOURCE,
    *check({ options, csv }) {
      const { k8sVersion = '' } = options;
      if (k8sVersion !== '' && parseTolerantVersion(k8sVersion) === undefined) {
        yield { message: `the option k8sVersion is no version, got ${JSON.stringify(k8sVersion)}` };
      }
      const minimum = csv === undefined ? '' : textField(specOf(csv), 'minKubeVersion') ?? '';
      if (csv !== undefined && minimum !== '' && parseTolerantVersion(minimum) === undefined) {
        const message = `spec.minKubeVersion is no version, so it does not tell which APIs the bundle may use; got ${JSON.stringify(minimum)}`;
        yield { message, file: csv.file, path: ['spec', 'minKubeVersion'], value: minimum };
      }
    },
  },
  ...REMOVAL_RELEASES.map(removedIn),
  {
    id: 'removed-apis-rbac',
    severity: WARNING,
    summary: 'the operator asks for no permissions on PodSecurityPolicies, which Kubernetes 1.25 removed',
    remedy: 'remove the rule, and use Pod Security admission',
    source: `${GUIDE}#v1-25`,
    *check(subject) {
      if (subject.csv !== undefined) {
        yield* oneFault(removedResourceRules(subject), 'PodSecurityPolicies were removed in Kubernetes 1.25');
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
    remedy: 'move the objects to the API that took its place',
    source: `${GUIDE}#v${major}-${minor}`,
    *check(subject) {
      if (subject.csv !== undefined) {
        const severity = isForRelease(subject, release) ? ERROR : WARNING;
        yield* oneFault(removedApiUses(subject, release), `Kubernetes ${major}.${minor} removed APIs that the bundle uses`, severity);
      }
    },
  };
}

/** One fault that tells of all uses, at the place of the first. */
function* oneFault(uses: readonly ApiUse[], message: string, severity: FindingSeverity = WARNING): Iterable<Fault> {
  const [first] = uses;
  if (first !== undefined) {
    yield { message: `${message}: ${uses.map(({ what }) => what).join(', ')}`, file: first.file, path: first.path, severity };
  }
}
