import { App, Chart } from 'cdk8s';
import { type ExistingOlmV0, existingOlm } from '../../cluster/existing-olm';
import { OlmInstallation } from '../../constructs/installation/olm-installation';
import { compareReleases } from '../../formats/schema/release-range';
import { OLM_NAMESPACE } from '../../olm/names';
import { OlmVersion } from '../../olm/v0/model/olm-version';
import { DefaultCatalog } from '../../olm/v0/settings/default-catalog';
import { CliError, ExitCode, UsageError } from '../frame/cli-error';
import type { CommandContext } from '../frame/context';
import type { Values } from '../frame/option';
import { olmOf } from '../offline/bundle-options';
import { type OlmChoice, type SynthApp, synthApp } from '../offline/synth-app';
import { openCluster } from './act-options';
import { applyAndWait, oneStepOptions } from './one-step';

/** Options of `install olm`. */
interface InstallOlmOptions extends Values<typeof oneStepOptions> {
  readonly version: string | undefined;
  readonly operatorHub: boolean;
  readonly channel: string | undefined;
  readonly installMode: string | undefined;
  readonly approval: string;
}

/** Tools that revert what others change. */
const RECONCILING = ['Argo CD', 'Flux', 'Pulumi', 'Helm'];

/** Installs OLM, or upgrades it. */
export async function installOlm(options: InstallOlmOptions, context: CommandContext): Promise<ExitCode> {
  if (options.channel !== undefined || options.installMode !== undefined || options.approval !== 'automatic' || options.namespace !== undefined) {
    throw new UsageError('`install olm` installs OLM in its default namespaces; omit the options for packages, or set --catalog to install a package named olm');
  }
  const wanted = olmOf(options.version, '--version') as OlmVersion;
  const target = openCluster(options, context);
  const found = await existingOlm(target.connection, { signal: context.signal });
  const from = found === undefined ? undefined : upgradedRelease(found, wanted);
  const { operatorHub } = options;
  return applyAndWait({
    target, options, wait: {},
    build: (outdir) => olmApp({ olm: wanted, operatorHub, from, context }, outdir),
  }, context);
}

/**
 * Returns the release of the OLM that is upgraded, or undefined if it is unknown.
 *
 * @throws CliError if it must not be changed, with the remedy
 */
function upgradedRelease({ title, namespaces, release, installedBy, isOpenShift }: ExistingOlmV0, wanted: OlmVersion): OlmVersion | undefined {
  const refuse = (remedy: string): never => {
    throw new CliError(`the cluster has ${title}; ${remedy}`, ExitCode.FINDINGS);
  };
  if (isOpenShift) {
    refuse('OpenShift manages it, and it needs no other');
  }
  const elsewhere = namespaces.filter((namespace) => namespace !== OLM_NAMESPACE);
  if (elsewhere.length > 0) {
    refuse(`it would be a second one in namespace ${OLM_NAMESPACE}: upgrade it with the manifests that installed it, or remove it first with \`olm-constructs uninstall\``);
  }
  if (installedBy !== undefined && RECONCILING.includes(installedBy) && release !== wanted.version) {
    refuse(`change its release with ${installedBy}, which would revert this change`);
  }
  if (release !== undefined && compareReleases(wanted.version, release) < 0) {
    refuse(`${wanted.version} is older, and a downgrade may lose objects; choose a later --version`);
  }
  return release === undefined || release === wanted.version ? undefined : OlmVersion.all.find(({ version }) => version === release);
}

interface OlmApp {
  readonly olm: OlmVersion;
  readonly operatorHub: boolean;

  /** Release that is upgraded, if there is one. */
  readonly from: OlmVersion | undefined;
  readonly context: CommandContext;
}

/** Returns an app with OLM, as `synth --olm` writes it. For an upgrade, it prints what is left to do by hand. */
function olmApp({ olm, operatorHub, from, context: { stderr } }: OlmApp, outdir: string): SynthApp {
  if (from !== undefined) {
    const defaultCatalog = operatorHub ? {} : { defaultCatalog: DefaultCatalog.none() };
    const { upgradePlan } = new OlmInstallation(new Chart(new App(), 'plan'), 'olm', { version: olm, upgradeFrom: from, ...defaultCatalog });
    upgradePlan?.content.notes.forEach((note) => stderr.warn(note));
    const commands = upgradePlan?.toDeleteCommands() ?? '';
    if (commands !== '') {
      stderr.write(`after the upgrade, delete what OLM ${olm.version} does not have:\n${commands}\n`);
    }
  }
  const choice: OlmChoice = olm;
  return synthApp({
    operators: [], olm: choice, operatorHub, namespace: undefined, installMode: undefined, channel: undefined,
    engine: { name: 'olm-v0', slim: false, registryImage: undefined, pullSecrets: [], pinned: false, operatorGroup: undefined, catalogImage: undefined },
  }, outdir);
}
