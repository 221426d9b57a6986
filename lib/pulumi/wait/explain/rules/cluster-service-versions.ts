import { JsonMap, mapsField, textField } from '../../../../bundle/json-value';
import { KubernetesObject, statusText } from '../../cluster/kubernetes-object';
import { Finding } from '../finding';
import { CauseName } from '../known-causes';
import { list, quote } from '../quote';

/** OLM's reasons for the phase Failed whose cause is known; any other one is `csv-failed`. */
const CAUSE_OF_FAILURE: { readonly [reason: string]: CauseName } = {
  NoOperatorGroup: 'operator-group-missing',
  TooManyOperatorGroups: 'operator-groups-several',
  UnsupportedOperatorGroup: 'install-mode',
  NoTargetNamespaces: 'install-mode',
  InterOperatorGroupOwnerConflict: 'operator-group-conflict',
  CannotModifyStaticOperatorGroupProvidedAPIs: 'operator-group-conflict',
  OwnerConflict: 'api-of-another-operator',
  InvalidInstallStrategy: 'csv-invalid',
  InvalidInstallModes: 'csv-invalid',
  InvalidWebhookDescription: 'csv-invalid',
  InstallComponentFailedNoRetry: 'csv-component-failed',
  InstallCheckFailed: 'csv-start-repeats',
};

/** What keeps a ClusterServiceVersion from succeeding, as far as it says so itself. */
export function csvFindings(csv: KubernetesObject): Finding[] {
  const [phase, reason, message] = [statusText(csv, 'phase'), statusText(csv, 'reason') ?? '', quote(statusText(csv, 'message') ?? '')];
  if (phase === 'Succeeded') {
    return [];
  }
  const modes = causeOf(reason) === 'install-mode' ? supportedModes(csv) : '';
  const failure: Finding[] = phase !== 'Failed' ? [] : [{ cause: causeOf(reason), text: `ClusterServiceVersion ${name(csv)} failed (${reason}): ${message}${modes}` }];
  const held: Finding[] = reason === 'OperatorConditionNotUpgradeable'
    ? [{ cause: 'upgrade-held-back', text: `the upgrade to ${name(csv)} is held back: ${message}` }] : [];
  return [...failure, ...held, ...requirementFindings(csv), ...repeatedStart(csv, phase), ...repeatedFailure(csv, phase)];
}

/** What a ClusterServiceVersion requires and has not. With a Kubernetes that is too old, nothing else of it matters. */
function requirementFindings(csv: KubernetesObject): Finding[] {
  const missing = mapsField(csv.status, 'requirementStatus').filter((found) => textField(found, 'status') !== 'Present');
  const findings = missing.map((requirement) => requirementFinding(csv, requirement));
  const tooOld = findings.filter(({ cause }) => cause === 'kubernetes-too-old');
  return tooOld.length > 0 ? tooOld : findings;
}

/** The install modes that a ClusterServiceVersion allows, in words. */
function supportedModes(csv: KubernetesObject): string {
  const modes = mapsField(csv.spec, 'installModes').filter((mode) => mode['supported'] === true).map((mode) => textField(mode, 'type') ?? '?');
  return `; it supports ${modes.length === 0 ? 'no install mode' : list(modes)}`;
}

function causeOf(reason: string): CauseName {
  return (Object.hasOwn(CAUSE_OF_FAILURE, reason) ? CAUSE_OF_FAILURE[reason] : undefined) ?? 'csv-failed';
}

/** OLM keeps a history of phases in the conditions: a start that it gave up stands there though the phase is another by now. */
function repeatedStart(csv: KubernetesObject, phase: string | undefined): Finding[] {
  const givenUp = mapsField(csv.status, 'conditions').filter((found) => textField(found, 'reason') === 'InstallCheckFailed').length;
  const times = givenUp === 1 ? 'once' : `${givenUp} times`;
  return givenUp === 0 || phase === 'Failed'
    ? []
    : [{ cause: 'csv-start-repeats', text: `OLM gave up starting ${name(csv)} ${times} and began again` }];
}

/** OLM tries what failed again within a second, for ever: what failed twice in the same way is wrong between the tries too. */
function repeatedFailure(csv: KubernetesObject, phase: string | undefined): Finding[] {
  const history = mapsField(csv.status, 'conditions');
  const failures = history.slice(history.map((found) => textField(found, 'phase')).lastIndexOf('Succeeded') + 1)
    .filter((found) => textField(found, 'phase') === 'Failed');
  const [before, last] = failures.slice(-2).map((found) => textField(found, 'reason') ?? '');
  const message = quote(textField(failures.at(-1), 'message') ?? '');
  return last === undefined || last !== before || causeOf(last) !== 'csv-failed' || phase === 'Failed' ? []
    : [{ cause: 'csv-failed', text: `ClusterServiceVersion ${name(csv)} failed ${failures.length} times (${last}) and OLM tries it again: ${message}` }];
}

function requirementFinding(csv: KubernetesObject, requirement: JsonMap): Finding {
  const [kind, of, message] = [textField(requirement, 'kind') ?? '', textField(requirement, 'name') ?? '?', textField(requirement, 'message') ?? ''];
  const versions = /minKubeVersion \(([^)]*)\) > server version \(([^)]*)\)/.exec(message);
  if (versions !== null) {
    return { cause: 'kubernetes-too-old', text: `${name(csv)} needs Kubernetes ${versions[1]!} or newer; this cluster is ${versions[2]!}` };
  }
  if (kind === 'CustomResourceDefinition' && /alongside other/.test(message)) {
    return { cause: 'api-of-another-operator', patience: 'long', text: `${name(csv)} cannot own ${of}: ${quote(message)}` };
  }
  const status = textField(requirement, 'status') === 'NotPresent' ? 'is not there' : 'does not meet what is asked';
  return { cause: 'requirement-missing', text: `${name(csv)} requires ${kind} ${of}, which ${status}${message === '' ? '' : `: ${quote(message)}`}` };
}

function name(csv: KubernetesObject): string {
  return csv.metadata.name;
}
