import { App, Chart } from 'cdk8s';
import { InstallModeType } from '../../bundle/model/cluster-service-version-spec';
import { InstallMode } from '../../bundle/model/install-mode';
import type { ClusterConnection } from '../../cluster/cluster-connection';
import type { PackageOffer } from '../../cluster/inspection/package-offers';
import { operatorNamespaceOf } from '../../cluster/operator-namespace';
import { CatalogRef } from '../../constructs/model/catalog-ref';
import { OperatorGroupRef } from '../../constructs/model/operator-group-ref';
import { OperatorSubscription } from '../../constructs/subscription/operator-subscription';
import { InstallPlanApproval } from '../../constructs/subscription/operator-subscription-props';
import { defined } from '../../formats/json/defined';
import { OlmVersion } from '../../olm/v0/model/olm-version';
import { CliError, ExitCode, UsageError } from '../frame/cli-error';
import { defineCommand } from '../frame/command';
import type { CommandContext } from '../frame/context';
import { choice, flag, text, type Values } from '../frame/option';
import { installModeOf } from '../offline/inputs';
import { addExistingOlm } from '../offline/synth-app';
import { openCluster } from './act-options';
import { installOlm } from './install-olm';
import { applyAndWait, oneStepOptions } from './one-step';
import { csvOfVersion, offerOf, offeredChannel } from './offered-package';
import { checkSubscription, olmChoice, requiredOlm, type UsedGroup, usedGroup } from './operator-namespace';

const OLM_GROUP = 'Options of `install olm`:';

/** Name of the operand for OLM itself. */
const OLM = 'olm';

const options = {
  catalog: text('NAMESPACE/NAME', 'CatalogSource that offers the package; required if several do'),
  channel: text('CHANNEL', 'channel to follow; by default the default channel of the package'),
  version: text('VERSION', 'version to pin: it is installed and stays; of OLM, the release'),
  installMode: text('MODE', 'namespaces to watch: own, all, or names separated by commas; by default own, or all if the operator supports nothing narrower'),
  approval: choice('WHO', ['automatic', 'manual'], 'automatic', 'approval of later InstallPlans; a pinned version always has manual approval'),
  operatorHub: flag('also install the catalog of OperatorHub.io', { group: OLM_GROUP }),
  ...oneStepOptions,
} as const;

/** Installs a package of a catalog, or OLM. */
export const installCommand = defineCommand({
  description: 'Installs a package of a catalog in the cluster: creates the Namespace, OperatorGroup and Subscription, waits until the operator runs, and explains why it does not. '
    + 'The namespace is that of -n, by default one with the name of the package; an OperatorGroup that it has is used.\n\n'
    + '`install olm` installs OLM itself, or upgrades it: in its default namespaces, without the catalog of OperatorHub.io unless --operator-hub is set. It never downgrades. '
    + 'A package named olm needs --catalog.\n\n'
    + 'Exit codes: 0 if everything is ready, 1 if something failed, 3 if it only timed out, 4 if the cluster could not be read.',
  operands: [{ name: 'PACKAGE', description: 'name of the package, or olm for OLM itself' }],
  options,
  examples: [
    { description: 'OLM', command: 'olm-constructs install olm' },
    { description: 'A certain release of it', command: 'olm-constructs install olm --version 0.46.0' },
    { description: 'A package', command: 'olm-constructs install prometheus --catalog olm/operatorhubio-catalog' },
    { description: 'A version that stays', command: 'olm-constructs install prometheus --channel beta --version 0.65.1' },
  ],
  run: async (context, { operands: [name = ''], options: given }) => {
    if (name === OLM && given.catalog === undefined) {
      return installOlm(given, context);
    }
    if (given.operatorHub) {
      throw new UsageError('--operator-hub is an option of `install olm`; omit it');
    }
    return installPackage(name, given, context);
  },
});

async function installPackage(name: string, given: Values<typeof options>, context: CommandContext): Promise<ExitCode> {
  const target = openCluster(given, context);
  const { connection } = target;
  const olm = await requiredOlm(connection, context);
  const namespace = given.namespace ?? name;
  const offer = await offerOf({ packageName: name, catalog: given.catalog }, connection, context);
  const [catalogNamespace = '', catalogName = ''] = offer.catalog.split('/');
  if (catalogNamespace !== (olm.catalogNamespace ?? olm.namespaces[0]) && catalogNamespace !== namespace) {
    throw new CliError(`CatalogSource ${offer.catalog} is visible in namespace ${catalogNamespace} only; install the package there, with -n ${catalogNamespace}`, ExitCode.FINDINGS);
  }
  const channel = offeredChannel(offer, given.channel);
  const csv = given.version === undefined ? undefined : csvOfVersion(offer, channel, given.version);
  const group = await groupFor({ name, namespace, offer, installMode: installModeOf(given.installMode) }, connection, context);
  for (const message of [offer.deprecation, channel.deprecation, csv?.deprecation]) {
    if (message !== undefined) {
      context.stderr.warn(`deprecated: ${message}`);
    }
  }
  return applyAndWait({
    target, options: given, wait: { approve: csv !== undefined },
    build: (outdir) => {
      const app = new App({ outdir });
      const chart = new Chart(app, 'operator');
      const choice = olmChoice(olm);
      if (!(choice instanceof OlmVersion)) {
        addExistingOlm(chart, choice);
      }
      new OperatorSubscription(chart, 'operator', {
        catalog: CatalogRef.named(catalogName, catalogNamespace), packageName: name, namespace, channel: channel.name,
        ...(csv === undefined ? {} : { version: csv.version, startingCsv: csv.name }),
        ...(csv === undefined && given.approval === 'manual' ? { approval: InstallPlanApproval.MANUAL } : {}),
        ...defined({ installMode: group.installMode }),
        ...(group.operatorGroup === undefined ? {} : { operatorGroup: OperatorGroupRef.named(group.operatorGroup), createNamespace: false }),
      });
      return { app, operators: [] };
    },
  }, context);
}

interface Installation {
  readonly name: string;
  readonly namespace: string;
  readonly offer: PackageOffer;
  readonly installMode: InstallMode | undefined;
}

/** Returns the OperatorGroup for a package, and an install mode that its newest version supports. */
async function groupFor(
  { name, namespace, offer: { installModes = [] }, installMode }: Installation, connection: ClusterConnection, { signal }: CommandContext,
): Promise<UsedGroup> {
  const content = await operatorNamespaceOf(connection, namespace, { signal });
  checkSubscription(content, { namespace, packageName: name });
  const group = usedGroup(content, { namespace, packageName: name }, installMode);
  // Old releases of packageserver list no install modes.
  const supports = (type: InstallModeType): boolean => installModes.length === 0 || installModes.includes(type);
  const mode = group.installMode ?? (supports(InstallModeType.OWN_NAMESPACE) ? InstallMode.ownNamespace() : InstallMode.allNamespaces());
  if (!supports(mode.type)) {
    throw new CliError(`package '${name}' does not support the install mode ${mode.type}${group.operatorGroup === undefined ? '' : `, which OperatorGroup '${group.operatorGroup}' requires`}; `
      + `it supports ${installModes.join(', ')}`, ExitCode.FINDINGS);
  }
  return { ...group, installMode: mode };
}
