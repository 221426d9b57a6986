import type { ClusterConnection } from '../../cluster/cluster-connection';
import { type NamespaceSubscription, operatorNamespaceOf } from '../../cluster/operator-namespace';
import type { Manifest } from '../../cluster/operations/manifests';
import { isMap, type JsonMap, mapField, stringField } from '../../formats/json/json-value';
import { WANTED_CSV } from '../../formats/schema/wanted-csv';
import { suggestNames } from '../../text/suggest-names';
import { CliError, ExitCode } from '../frame/cli-error';
import { defineCommand } from '../frame/command';
import type { CommandContext } from '../frame/context';
import { text } from '../frame/option';
import { openCluster } from './act-options';
import { csvOfVersion, offeredChannel, offerOf } from './offered-package';
import { applyManifestsAndWait, oneStepOptions } from './one-step';
import { shell } from '../../text/shell';

const { out: _out, prune: _prune, ...applyOptions } = oneStepOptions;

/** Upgrades an operator that OLM v0 installed. */
export const upgradeCommand = defineCommand({
  description: 'Upgrades an operator that OLM v0 installed to the newest version of its channel, or to --version. The Subscription is changed, the InstallPlans on the way to that '
    + 'version, and no others, are approved, and the command waits until it runs. An operator with automatic approval always follows its channel, so it takes no --version. '
    + 'For an operator that `run` installed from a bundle, `run` it again with the newer one.\n\n'
    + 'Exit codes: 0 if the version runs, 1 if something failed, 3 if it only timed out, 4 if the cluster could not be read.',
  operands: [{ name: 'OPERATOR', description: 'name of the Subscription' }],
  options: {
    version: text('VERSION', 'version to upgrade to, and to pin; by default the newest one of the channel'),
    channel: text('CHANNEL', 'channel to change to; by default that of the Subscription'),
    ...applyOptions,
  },
  examples: [
    { description: 'To the newest version of the channel', command: 'olm-constructs upgrade prometheus -n prometheus' },
    { description: 'To a version', command: 'olm-constructs upgrade prometheus -n prometheus --version 0.65.1' },
    { description: 'Print what would be changed', command: 'olm-constructs upgrade prometheus -n prometheus --channel stable --dry-run' },
  ],
  run: async (context, { operands: [name = ''], options }) => {
    const target = openCluster(options, context);
    const { namespace } = target.connection;
    const subscription = await subscriptionNamed(name, target.connection, context);
    const { object, packageName, installed } = subscription;
    const spec = mapField(object, 'spec');
    const catalog = `${stringField(spec, 'sourceNamespace') ?? ''}/${stringField(spec, 'source') ?? ''}`;
    const offer = await offerOf({ packageName, catalog }, target.connection, context);
    const channel = offeredChannel(offer, options.channel ?? stringField(spec, 'channel'));
    const csv = options.version === undefined ? { name: channel.head, version: channel.headVersion } : csvOfVersion(offer, channel, options.version);
    const isManual = stringField(spec, 'installPlanApproval') === 'Manual';
    if (!isManual && csv.name !== channel.head) {
      throw new CliError(`Subscription ${namespace}/${name} has automatic approval, so OLM upgrades to ${channel.head}, the head of channel '${channel.name}'; pin ${csv.version} with `
        + `\`${shell`olm-constructs install ${packageName} --catalog ${catalog} --version ${csv.version} -n ${namespace}`}\`, or omit --version`, ExitCode.FINDINGS);
    }
    if (installed === csv.name && stringField(spec, 'channel') === channel.name && options.output === 'text') {
      context.stderr.line(`${csv.name} is installed already, and is the ${options.version === undefined ? `head of channel '${channel.name}'` : 'requested version'}`);
    }
    const manifest = upgraded(subscription, { namespace, channel: channel.name, csv: csv.name, isManual });
    const wait = { approve: isManual, stepwise: isManual };
    return applyManifestsAndWait([manifest], { target, options: { ...options, out: undefined, prune: false }, wait }, context);
  },
});

/** @throws CliError with the names that exist */
async function subscriptionNamed(name: string, connection: ClusterConnection, { signal }: CommandContext): Promise<NamespaceSubscription> {
  const { namespace } = connection;
  const { subscriptions } = await operatorNamespaceOf(connection, namespace, { signal });
  const found = subscriptions.find((subscription) => subscription.name === name);
  if (found === undefined) {
    throw new CliError(`Subscription '${name}' not found in namespace ${namespace}; available: ${suggestNames(name, subscriptions.map((each) => each.name))}; `
      + '`olm-constructs list operators -A` prints those of all namespaces', ExitCode.FINDINGS);
  }
  return found;
}

/** Where a Subscription leads to. */
interface Upgrade {
  readonly namespace: string;
  readonly channel: string;

  /** Name of the ClusterServiceVersion. */
  readonly csv: string;
  readonly isManual: boolean;
}

/** Annotation of client-side applies, which the API server must not get from anything else. */
const LAST_APPLIED = 'kubectl.kubernetes.io/last-applied-configuration';

/** Returns the manifest of a Subscription that leads to another version. It has all labels and annotations, so that the apply removes none. */
function upgraded({ name, object }: NamespaceSubscription, { namespace, channel, csv, isManual }: Upgrade): Manifest {
  const { [LAST_APPLIED]: _, ...annotations } = mapField(mapField(object, 'metadata'), 'annotations');
  const labels = mapField(object, 'metadata')['labels'];
  const kind = { apiVersion: 'operators.coreos.com/v1alpha1', kind: 'Subscription' };
  const content: JsonMap = {
    ...kind,
    metadata: { name, namespace, ...(isMap(labels) ? { labels } : {}), annotations: { ...annotations, [WANTED_CSV]: csv } },
    spec: { ...mapField(object, 'spec'), channel, ...(isManual ? { startingCSV: csv } : {}) },
  };
  return { ...kind, name, namespace, object: content, source: 'the manifest of this command' };
}
