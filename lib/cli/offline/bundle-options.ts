import type { Bundle } from '../../bundle/bundle';
import { compareVersions, parseVersion } from '../../formats/semver/version';
import { OlmVersion } from '../../olm/v0/model/olm-version';
import { UsageError } from '../frame/cli-error';
import type { CommandContext } from '../frame/context';
import { choice, flag, list, text, type Values } from '../frame/option';
import type { RegistryOptions } from '../frame/registry';
import { checkOperands, readBundle } from './inputs';
import type { EngineName, OlmChoice, OperatorChoice } from './synth-app';

const group = 'Options of OLM v0:';

/** Options of the commands that install operators from bundles, apart from the engine and OLM itself. */
export const bundleOptions = {
  namespace: text('NAMESPACE', 'namespace of the operators; by default the name of the package', { short: 'n' }),
  installMode: text('MODE', 'namespaces to watch: own, all, or names separated by commas; by default own, or all if the bundle supports nothing narrower'),
  channel: text('CHANNEL', 'channel to follow; by default the one that leads from the earlier bundles to the newest'),
  slim: flag('remove CRD descriptions, then icon and examples, from a bundle that is too large for OLM', { group }),
  approval: choice('WHO', ['automatic', 'manual'], 'automatic', 'approval of InstallPlans: by OLM, or by hand for exactly this version, for example with wait --approve', { group }),
  operatorGroup: text('NAME', 'existing OperatorGroup of the namespace; by default, namespace and OperatorGroup are created', { group }),
  registryImage: text('IMAGE', 'image of opm that serves the catalog', { group }),
  pullSecret: list('NAME', 'pull secret of that image', { group }),
} as const;

/** Checks the options that only the engine for OLM v0 has. The default of a choice cannot be told from a choice that was not made. */
export function checkBundleOptions(options: Values<typeof bundleOptions>, engine: EngineName): void {
  const { slim, approval, operatorGroup, registryImage, pullSecret, namespace } = options;
  const given = Object.entries({
    '--slim': slim,
    '--approval': approval === 'manual',
    '--operator-group': operatorGroup !== undefined,
    '--registry-image': registryImage !== undefined,
    '--pull-secret': pullSecret.length > 0,
  }).find(([, isSet]) => isSet)?.[0];
  if (engine !== 'olm-v0' && given !== undefined) {
    throw new UsageError(`${given} is for the engine olm-v0, and the engine is ${engine}; omit it`);
  }
  if (operatorGroup !== undefined && namespace === undefined) {
    throw new UsageError(`--operator-group needs --namespace: the namespace that has OperatorGroup ${operatorGroup}`);
  }
}

/** Reads bundles, one after the other. */
export async function readBundles(operands: readonly string[], context: CommandContext, registry: RegistryOptions): Promise<Bundle[]> {
  checkOperands(operands);
  const bundles: Bundle[] = [];
  for (const operand of operands) {
    bundles.push(await readBundle(operand, context, registry));
  }
  return bundles;
}

/**
 * Returns the OLM of `--olm`.
 *
 * @param option name of the option, for messages
 * @throws UsageError if it is not a known release
 */
export function olmOf(given: string | undefined, option = '--olm'): OlmChoice {
  if (option === '--olm' && (given === 'existing' || given === 'openshift')) {
    return given;
  }
  return given === undefined ? OlmVersion.DEFAULT : olmVersionOf(given, option === '--olm' ? '--olm must be a release, existing or openshift' : `${option} must be a release of OLM`);
}

function olmVersionOf(given: string, problem: string): OlmVersion {
  try {
    return OlmVersion.parse(given);
  } catch (error) {
    throw new UsageError(`${problem}: ${(error as Error).message}`);
  }
}

/** Returns an operator for each package, with its newest bundle, in the order of the command line. */
export function operatorsOf(bundles: readonly Bundle[]): OperatorChoice[] {
  return [...new Set(bundles.map((bundle) => bundle.packageName))].map((name) => {
    const versions = bundles.filter((bundle) => bundle.packageName === name).sort(byVersion);
    return { bundle: versions.at(-1)!, previous: versions.slice(0, -1) };
  });
}

function byVersion(left: Bundle, right: Bundle): number {
  const [first, second] = [parseVersion(left.version), parseVersion(right.version)];
  return first === undefined || second === undefined ? 0 : compareVersions(first, second);
}
