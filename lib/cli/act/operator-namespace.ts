import { InstallMode } from '../../bundle/model/install-mode';
import type { ClusterConnection } from '../../cluster/cluster-connection';
import { type ExistingOlmV0, existingOlm } from '../../cluster/existing-olm';
import type { OperatorNamespaceContent } from '../../cluster/operator-namespace';
import { defined } from '../../formats/json/defined';
import { namesInQuotes } from '../../text/phrases';
import { CliError, ExitCode } from '../frame/cli-error';
import type { CommandContext } from '../frame/context';
import type { OlmChoice } from '../offline/synth-app';
import { shell } from '../../text/shell';

/**
 * Returns the OLM of the cluster.
 *
 * @throws CliError with the remedy if there is none, or several
 */
export async function requiredOlm(connection: ClusterConnection, { signal }: CommandContext): Promise<ExistingOlmV0> {
  const olm = await existingOlm(connection, { signal });
  if (olm === undefined || olm.namespaces.length === 0) {
    throw new CliError(`${olm === undefined ? 'no OLM is installed in the cluster' : `no OLM runs in the cluster, which has ${olm.title}`}; install it with `
      + '`olm-constructs install olm`, or use --engine plain, which needs none', ExitCode.FINDINGS);
  }
  if (olm.namespaces.length > 1) {
    throw new CliError(`the cluster has more than one OLM, in the namespaces ${olm.namespaces.join(', ')}; remove all but one: they compete for the same operators`, ExitCode.FINDINGS);
  }
  return olm;
}

/** Returns the OLM of the cluster for an app. */
export function olmChoice({ isOpenShift, namespaces: [namespace], operatorNamespace, catalogNamespace }: ExistingOlmV0): OlmChoice {
  return isOpenShift ? 'openshift' : defined({ namespace, operatorNamespace, catalogNamespace });
}

/** OperatorGroup that an operator uses. */
export interface UsedGroup {
  /** Name of an existing OperatorGroup. @default - one is created */
  readonly operatorGroup?: string;

  /** Install mode that the existing OperatorGroup requires, or the requested one. @default - that of the operator */
  readonly installMode?: InstallMode;
}

/** A package in a namespace. A Subscription and an OperatorGroup that are created have its name. */
export interface PlacedPackage {
  readonly namespace: string;
  readonly packageName: string;
}

/**
 * Returns the OperatorGroup for an operator: the one that the namespace has, or a new one.
 *
 * @param requested install mode, or undefined for that of the operator
 * @throws CliError if the namespace has several, or its OperatorGroup does not fit the requested install mode
 */
export function usedGroup(
  { operatorGroups }: OperatorNamespaceContent, { namespace, packageName }: PlacedPackage, requested: InstallMode | undefined,
): UsedGroup {
  const [group, ...others] = operatorGroups;
  if (others.length > 0) {
    throw new CliError(`namespace ${namespace} has ${operatorGroups.length} OperatorGroups: ${namesInQuotes(operatorGroups.map(({ name }) => name))}, and OLM installs `
      + 'nothing in it; delete all but one, or choose another namespace with -n', ExitCode.FINDINGS);
  }
  if (group === undefined) {
    return defined({ installMode: requested });
  }
  const mode = modeOf(group.targetNamespaces, namespace);
  if (group.name === packageName && !group.hasSelector) {
    // An earlier run created it: it keeps its install mode unless another one is requested.
    return { installMode: requested ?? mode };
  }
  const isSame = requested === undefined || (requested.type === mode.type && requested.targetNamespaces.join() === mode.targetNamespaces.join());
  if (!isSame) {
    throw new CliError(`--install-mode does not fit OperatorGroup '${group.name}' of namespace ${namespace}, with which operators watch `
      + `${group.targetNamespaces.length === 0 ? 'all namespaces' : `the namespaces ${group.targetNamespaces.join(', ')}`}; omit it, or choose another namespace with -n`, ExitCode.FINDINGS);
  }
  return { operatorGroup: group.name, installMode: mode };
}

function modeOf(targets: readonly string[], namespace: string): InstallMode {
  const [first, ...others] = targets;
  return first === undefined ? InstallMode.allNamespaces() : others.length > 0 ? InstallMode.multiNamespace([...targets])
    : first === namespace ? InstallMode.ownNamespace() : InstallMode.singleNamespace(first);
}

/**
 * Checks that a package has no other Subscription in a namespace.
 *
 * @throws CliError with the remedy
 */
export function checkSubscription({ subscriptions }: OperatorNamespaceContent, { namespace, packageName }: PlacedPackage): void {
  const other = subscriptions.find((subscription) => subscription.packageName === packageName && subscription.name !== packageName);
  if (other !== undefined) {
    throw new CliError(`namespace ${namespace} has Subscription '${other.name}' for package '${packageName}', and a second one would be refused by OLM; upgrade it with `
      + `\`${shell`olm-constructs upgrade ${other.name} -n ${namespace}`}\`, or choose another namespace with -n`, ExitCode.FINDINGS);
  }
  const same = subscriptions.find((subscription) => subscription.name === packageName && subscription.packageName !== packageName);
  if (same !== undefined) {
    throw new CliError(`namespace ${namespace} has Subscription '${packageName}' for another package, '${same.packageName}'; choose another namespace with -n`, ExitCode.FINDINGS);
  }
}
