import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Bundle } from '../../bundle/bundle';
import { compareVersions, parseVersion } from '../../formats/semver/version';
import { OlmVersion } from '../../olm/v0/model/olm-version';
import { ExitCode, UsageError } from '../frame/cli-error';
import { type Command, defineCommand } from '../frame/command';
import { choice, flag, list, text, type Values } from '../frame/option';
import { registryOptions } from '../frame/registry';
import { BUNDLE_DESCRIPTION, checkOperands, installModeOf, readBundle } from './inputs';
import { ENGINE_NAMES, type OlmChoice, type OperatorChoice, synthApp } from './synth-app';
import { imagesOf, synthesizeInto, synthReport, writeImages } from './synth-output';

const options = {
  out: text('DIR', 'folder of the files, or - for standard output; by default dist/ and the name of the package'),
  engine: choice('ENGINE', ENGINE_NAMES, 'olm-v0', 'what installs the operators'),
  namespace: text('NAMESPACE', 'namespace of the operators; by default the name of the package', { short: 'n' }),
  installMode: text('MODE', 'namespaces to watch: own, all, or names separated by commas; by default own, or all if the bundle supports nothing narrower'),
  channel: text('CHANNEL', 'channel to follow; by default the one that leads from the earlier bundles to the newest'),
  olm: text('VERSION', `release of OLM to install, existing, or openshift (default: ${OlmVersion.DEFAULT.version})`, { group: 'Options of OLM v0:' }),
  operatorHub: flag('install the catalog of OperatorHub.io with OLM', { group: 'Options of OLM v0:' }),
  slim: flag('remove CRD descriptions, then icon and examples, from a bundle that is too large for OLM', { group: 'Options of OLM v0:' }),
  approval: choice('WHO', ['automatic', 'manual'], 'automatic', 'approval of InstallPlans: by OLM, or by hand for exactly this version, for example with wait --approve', { group: 'Options of OLM v0:' }),
  operatorGroup: text('NAME', 'existing OperatorGroup of the namespace; by default, namespace and OperatorGroup are created', { group: 'Options of OLM v0:' }),
  registryImage: text('IMAGE', 'image of opm that serves the catalog', { group: 'Options of OLM v0:' }),
  pullSecret: list('NAME', 'pull secret of that image', { group: 'Options of OLM v0:' }),
  repository: text('REPOSITORY', 'repository to push images of the bundles and of their catalog to, such as registry.example.com/hello',
    { group: 'Options of OLM v1:' }),
  ...registryOptions,
};

/** `olm-constructs synth` */
export const synthCommand = synthCommandWith(undefined);

/** Returns the command, with a bundle to use by default. */
export function synthCommandWith(standard: string | undefined): Command {
  return defineCommand({
    description: 'Writes the manifests that install operators from bundles, and OLM unless the cluster has it or the engine needs none. '
      + 'Several bundles of a package are versions of one operator: the newest is installed, and OLM upgrades from the others.',
    operands: [{ name: 'BUNDLE', description: BUNDLE_DESCRIPTION, required: standard === undefined, several: true }],
    options,
    examples: [
      { description: 'Manifests of OLM and an operator', command: 'olm-constructs synth bundle --out manifests' },
      { description: 'Without OLM: only what the operator consists of', command: 'olm-constructs synth bundle --engine plain --out -' },
      { description: 'An upgrade, in an OpenShift cluster', command: 'olm-constructs synth bundle bundle-next --olm openshift --out manifests' },
    ],
    run: async (context, { operands, options: values }) => {
      const paths = operands.length === 0 && standard !== undefined ? [standard] : operands;
      checkOperands(paths);
      checkOptions(values);
      const bundles: Bundle[] = [];
      for (const path of paths) {
        bundles.push(await readBundle(path, context, values));
      }
      const operators = operatorsOf(bundles);
      const toStdout = values.out === '-';
      const folder = values.out ?? join('dist', operators.length === 1 ? operators[0]!.bundle.packageName : '');
      const images = values.repository === undefined ? undefined : imagesOf(bundles, values.repository);
      const olm = olmOf(values.olm);
      const written = synthesizeInto(toStdout ? join(tmpdir(), 'olm-constructs') : folder, !toStdout, (outdir) => synthApp({
        operators, olm, operatorHub: values.operatorHub, namespace: values.namespace, channel: values.channel,
        installMode: installModeOf(values.installMode),
        engine: {
          name: values.engine, slim: values.slim, registryImage: values.registryImage, pullSecrets: values.pullSecret,
          pinned: values.approval === 'manual',
          operatorGroup: values.operatorGroup,
          catalogImage: images?.catalogImage,
        },
      }, outdir));
      const push = images === undefined || toStdout ? [] : writeImages(images, folder);
      const withOlm = values.engine === 'olm-v0' && typeof olm !== 'string';
      if (toStdout) {
        context.stdout.data(written.files.map(({ content }) => content).join('---\n'));
      } else {
        context.stdout.write(synthReport(context.stdout, written, { folder, engine: values.engine, withOlm, push }));
      }
      return ExitCode.SUCCESS;
    },
  });
}

function checkOptions({ engine, repository, slim, out, olm, operatorHub, operatorGroup, namespace }: Values<typeof options>): void {
  if (engine === 'olm-v1' && repository === undefined) {
    throw new UsageError('OLM v1 installs from images only; add --repository with a repository to push them to, such as registry.example.com/hello');
  }
  if (engine === 'olm-v1' && out === '-') {
    throw new UsageError('the images for OLM v1 need a folder; set --out to one');
  }
  if (engine !== 'olm-v1' && repository !== undefined) {
    throw new UsageError(`--repository is for the engine olm-v1, and the engine is ${engine}; omit it, or add --engine olm-v1`);
  }
  if (engine !== 'olm-v0' && slim) {
    throw new UsageError(`--slim is for the engine olm-v0, and the engine ${engine} takes bundles of any size; omit it`);
  }
  if (engine !== 'olm-v0' && (olm !== undefined || operatorHub)) {
    throw new UsageError(`--olm and --operator-hub are for the engine olm-v0, and the engine is ${engine}; omit them`);
  }
  if (engine !== 'olm-v0' && operatorGroup !== undefined) {
    throw new UsageError(`--operator-group is for the engine olm-v0, and the engine is ${engine}; omit it`);
  }
  if (operatorGroup !== undefined && namespace === undefined) {
    throw new UsageError(`--operator-group needs --namespace: the namespace that has OperatorGroup ${operatorGroup}`);
  }
}

function olmOf(given: string | undefined): OlmChoice {
  if (given === 'existing' || given === 'openshift') {
    return given;
  }
  try {
    return given === undefined ? OlmVersion.DEFAULT : OlmVersion.parse(given);
  } catch (error) {
    throw new UsageError(`--olm must be a release, existing or openshift: ${(error as Error).message}`);
  }
}

/** Returns an operator for each package, with its newest bundle, in the order of the command line. */
function operatorsOf(bundles: readonly Bundle[]): OperatorChoice[] {
  return [...new Set(bundles.map((bundle) => bundle.packageName))].map((name) => {
    const versions = bundles.filter((bundle) => bundle.packageName === name).sort(byVersion);
    return { bundle: versions.at(-1)!, previous: versions.slice(0, -1) };
  });
}

function byVersion(left: Bundle, right: Bundle): number {
  const [first, second] = [parseVersion(left.version), parseVersion(right.version)];
  return first === undefined || second === undefined ? 0 : compareVersions(first, second);
}
