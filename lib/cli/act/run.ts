import type { Bundle } from '../../bundle/bundle';
import type { ClusterConnection } from '../../cluster/cluster-connection';
import { type NamespaceSubscription, operatorNamespaceOf } from '../../cluster/operator-namespace';
import { compareVersions, parseVersion } from '../../formats/semver/version';
import { parseVersionRange, rangeContains } from '../../formats/semver/version-range';
import { CliError, ExitCode, UsageError } from '../frame/cli-error';
import { defineCommand } from '../frame/command';
import type { CommandContext } from '../frame/context';
import { choice, type Values } from '../frame/option';
import { registryOptions } from '../frame/registry';
import { bundleOptions, checkBundleOptions, operatorsOf, readBundles } from '../offline/bundle-options';
import { BUNDLE_DESCRIPTION, installModeOf } from '../offline/inputs';
import { NEEDS, type OperatorChoice, synthApp, type SynthOptions } from '../offline/synth-app';
import { openCluster } from './act-options';
import { applyAndWait, oneStepOptions } from './one-step';
import { checkSubscription, olmChoice, requiredOlm, usedGroup } from './operator-namespace';

const { namespace: _, ...ownBundleOptions } = bundleOptions;

/** Runs bundles as operators, or upgrades them. */
export const runCommand = defineCommand({
  description: 'Installs an operator from its bundle, without a catalog image: synthesizes the manifests that `synth` writes, applies them, waits until the operator runs, and '
    + 'explains why it does not. Run again with a newer bundle, it upgrades the operator. Several bundles of a package are versions of one operator.\n\n'
    + 'The OLM of the cluster is used; `install olm` installs one. The operator is in the namespace of -n, by default one with the name of the package. An OperatorGroup that the '
    + 'namespace has is used. With --approval manual, the version is pinned, and its InstallPlan is approved.\n\n'
    + 'Exit codes: 0 if the operator runs, 1 if something failed, 3 if it only timed out, 4 if the cluster could not be read.',
  operands: [{ name: 'BUNDLE', description: BUNDLE_DESCRIPTION, several: true }],
  options: {
    engine: choice('ENGINE', ['olm-v0', 'rukpak', 'plain'], 'olm-v0', 'what installs the operators; olm-v1 needs images, which `synth` writes'),
    ...ownBundleOptions,
    ...registryOptions,
    ...oneStepOptions,
  },
  examples: [
    { description: 'Install an operator', command: 'olm-constructs run bundle' },
    { description: 'Upgrade it', command: 'olm-constructs run bundle-next' },
    { description: 'Print what would be changed', command: 'olm-constructs run bundle --dry-run' },
    { description: 'Without OLM, and keep the manifests', command: 'olm-constructs run bundle --engine plain --out dist' },
  ],
  run: async (context, { operands, options }) => {
    const { engine, approval } = options;
    checkBundleOptions(options, engine);
    const operators = operatorsOf(await readBundles(operands, context, options));
    const [{ bundle, previous }, other] = operators as [OperatorChoice, OperatorChoice?];
    if (other !== undefined) {
      throw new UsageError(`run installs one operator, and these are bundles of ${bundle.packageName} and ${other.bundle.packageName}; run the command for each`);
    }
    const target = openCluster(options, context);
    if (NEEDS[engine] !== '') {
      context.stderr.line(NEEDS[engine]);
    }
    const placed = engine === 'olm-v0' ? await placement({ bundle, previous }, options, target.connection, context)
      : { olm: 'existing', installMode: installModeOf(options.installMode), operatorGroup: undefined } as const;
    return applyAndWait({
      target, options, wait: { approve: true },
      build: (outdir) => synthApp({
        operators, olm: placed.olm, operatorHub: false, namespace: options.namespace, channel: options.channel, installMode: placed.installMode,
        engine: {
          name: engine, slim: options.slim, registryImage: options.registryImage, pullSecrets: options.pullSecret, pinned: approval === 'manual',
          operatorGroup: placed.operatorGroup, catalogImage: undefined,
        },
      }, outdir),
    }, context);
  },
});

/** How an operator fits into the cluster. */
type Placement = Pick<SynthOptions, 'olm' | 'installMode'> & Pick<SynthOptions['engine'], 'operatorGroup'>;

/**
 * Returns how an operator fits into the OLM and the namespace that the cluster has.
 *
 * @throws CliError if OLM would not install it, with the remedy
 */
async function placement(
  { bundle, previous }: OperatorChoice, options: Pick<Values<typeof bundleOptions>, 'namespace' | 'operatorGroup' | 'installMode'>, connection: ClusterConnection, context: CommandContext,
): Promise<Placement> {
  const { packageName } = bundle;
  const olm = olmChoice(await requiredOlm(connection, context));
  const namespace = options.namespace ?? packageName;
  const content = await operatorNamespaceOf(connection, namespace, { signal: context.signal });
  checkSubscription(content, { namespace, packageName });
  const installed = content.subscriptions.find(({ name }) => name === packageName);
  if (installed !== undefined) {
    checkUpgrade(installed, bundle, previous);
  }
  const requested = installModeOf(options.installMode);
  const { operatorGroup, installMode } = options.operatorGroup === undefined ? usedGroup(content, { namespace, packageName }, requested)
    : { operatorGroup: options.operatorGroup, installMode: requested };
  return { olm, installMode, operatorGroup };
}

/**
 * Checks that OLM upgrades from the installed version to a bundle.
 *
 * @throws CliError with the remedy
 */
export function checkUpgrade({ installed, installedVersion }: Pick<NamespaceSubscription, 'installed' | 'installedVersion'>, bundle: Bundle, previous: readonly Bundle[]): void {
  const { name, csv: { replaces, skips, skipRange } } = bundle;
  if (installed === undefined || installed === name || previous.some((earlier) => earlier.name === installed)) {
    return;
  }
  const [from, to] = [parseVersion(installedVersion ?? ''), parseVersion(bundle.version)];
  const range = skipRange === undefined ? undefined : parseVersionRange(skipRange);
  if (replaces === installed || skips.includes(installed) || (range !== undefined && from !== undefined && rangeContains(range, from))) {
    return;
  }
  if (from !== undefined && to !== undefined && compareVersions(to, from) < 0) {
    throw new CliError(`${installed} is installed, which is newer than ${name}, and OLM never downgrades; remove the operator first, with \`olm-constructs remove\``, ExitCode.FINDINGS);
  }
  throw new CliError(`${installed} is installed, and OLM would not upgrade from it to ${name}: name it in spec.replaces or spec.skips of the bundle, set olm.skipRange, or give `
    + 'the bundles of the versions in between', ExitCode.FINDINGS);
}
