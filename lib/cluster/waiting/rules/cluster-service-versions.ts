import { type JsonMap, mapListField, stringField } from '../../../formats/json/json-value';
import { KubernetesObject, statusString } from '../view/kubernetes-object';
import { Finding } from '../explain/explanation';
import { CauseName } from '../explain/known-causes';
import { list, messageLine } from '../explain/formatting';
import { type RequiredObjects, requirementFindings } from './requirements';

/** Causes by OLM's reason for the phase Failed. Any other reason is `csv-failed`. */
const CAUSE_OF_FAILURE: { readonly [reason: string]: CauseName } = {
  NoOperatorGroup: 'operator-group-missing',
  TooManyOperatorGroups: 'too-many-operator-groups',
  UnsupportedOperatorGroup: 'install-mode-unsupported',
  NoTargetNamespaces: 'install-mode-unsupported',
  InterOperatorGroupOwnerConflict: 'operator-group-conflict',
  CannotModifyStaticOperatorGroupProvidedAPIs: 'operator-group-conflict',
  OwnerConflict: 'api-owned-by-another',
  InvalidInstallStrategy: 'csv-invalid',
  InvalidInstallModes: 'csv-invalid',
  InvalidWebhookDescription: 'csv-invalid',
  InstallComponentFailedNoRetry: 'csv-component-failed',
  InstallCheckFailed: 'csv-start-timeout',
};

/**
 * Returns what keeps a ClusterServiceVersion from succeeding, according to its own status.
 *
 * @param required the objects that it requires as they are, if they are known
 */
export function csvFindings(csv: KubernetesObject, required?: RequiredObjects): Finding[] {
  const [phase, reason, message] = [statusString(csv, 'phase'), statusString(csv, 'reason') ?? '', messageLine(statusString(csv, 'message') ?? '')];
  if (phase === 'Succeeded') {
    return [];
  }
  const modes = causeOf(reason) === 'install-mode-unsupported' ? supportedModes(csv) : '';
  const failure: Finding[] = phase !== 'Failed' ? [] : [{ cause: causeOf(reason), message: `ClusterServiceVersion ${name(csv)} failed (${reason}): ${message}${modes}` }];
  const blocked: Finding[] = reason === 'OperatorConditionNotUpgradeable'
    ? [{ cause: 'upgrade-blocked', message: `the upgrade to ${name(csv)} is blocked: ${message}` }] : [];
  return [...failure, ...blocked, ...requirementFindings(csv, required), ...repeatedStart(csv, phase), ...repeatedFailure(csv, phase)];
}

/** Describes the install modes that a ClusterServiceVersion supports. */
function supportedModes(csv: KubernetesObject): string {
  const modes = mapListField(csv.spec, 'installModes').filter((mode) => mode['supported'] === true).map((mode) => stringField(mode, 'type') ?? '?');
  return `; it supports ${modes.length === 0 ? 'no install mode' : list(modes)}`;
}

function causeOf(reason: string): CauseName {
  return (Object.hasOwn(CAUSE_OF_FAILURE, reason) ? CAUSE_OF_FAILURE[reason] : undefined) ?? 'csv-failed';
}

/** Returns OLM's history of phases since the ClusterServiceVersion last succeeded. */
function history(csv: KubernetesObject): JsonMap[] {
  const all = mapListField(csv.status, 'conditions');
  return all.slice(all.map((found) => stringField(found, 'phase')).lastIndexOf('Succeeded') + 1);
}

/** Returns abandoned starts, which are in the history after the phase has changed. */
function repeatedStart(csv: KubernetesObject, phase: string | undefined): Finding[] {
  const abandoned = history(csv).filter((found) => stringField(found, 'reason') === 'InstallCheckFailed').length;
  const times = abandoned === 1 ? 'once' : `${abandoned} times`;
  return abandoned === 0 || phase === 'Failed'
    ? []
    : [{ cause: 'csv-start-timeout', message: `OLM gave up starting ${name(csv)} ${times} and started over` }];
}

/**
 * Returns a repeated failure. OLM retries forever, within a second. A repeated failure for the same reason is also a problem between the attempts.
 */
function repeatedFailure(csv: KubernetesObject, phase: string | undefined): Finding[] {
  const failures = history(csv).filter((found) => stringField(found, 'phase') === 'Failed');
  const [before, last] = failures.slice(-2).map((found) => stringField(found, 'reason') ?? '');
  const message = messageLine(stringField(failures.at(-1), 'message') ?? '');
  return last === undefined || last !== before || causeOf(last) !== 'csv-failed' || phase === 'Failed' ? []
    : [{ cause: 'csv-failed', message: `ClusterServiceVersion ${name(csv)} failed ${failures.length} times (${last}) and OLM keeps retrying: ${message}` }];
}

function name(csv: KubernetesObject): string {
  return csv.metadata.name;
}
