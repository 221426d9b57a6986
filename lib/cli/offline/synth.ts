import { repositoryWithRegistry } from '../../bundle/oci/image-reference';
import { defined } from '../../formats/json/defined';
import { folderIn } from '../../formats/output/write-files';
import { OlmVersion } from '../../olm/v0/model/olm-version';
import { safeFileName } from '../../text/safe-file-name';
import { ExitCode, UsageError } from '../frame/cli-error';
import { type Command, defineCommand } from '../frame/command';
import { choice, flag, text, type Values } from '../frame/option';
import { registryOptions } from '../frame/registry';
import { bundleOptions, checkBundleOptions, olmOf, operatorsOf, readBundles } from './bundle-options';
import { BUNDLE_DESCRIPTION, installModeOf } from './inputs';
import { ENGINE_NAMES, synthApp } from './synth-app';
import { imagesOf, pushCommands, synthesizeInto, synthReport } from './synth-output';

const { slim, approval, operatorGroup, registryImage, pullSecret, ...placement } = bundleOptions;

const options = {
  out: text('DIR', 'folder of the files, or - for standard output; by default dist/ and the name of the package'),
  prune: flag('remove files from the folder that an earlier run wrote and this one does not'),
  engine: choice('ENGINE', ENGINE_NAMES, 'olm-v0', 'what installs the operators'),
  ...placement,
  olm: text('VERSION', `release of OLM to install, existing, or openshift (default: ${OlmVersion.DEFAULT.version})`, { group: 'Options of OLM v0:' }),
  operatorHub: flag('install the catalog of OperatorHub.io with OLM', { group: 'Options of OLM v0:' }),
  slim, approval, operatorGroup, registryImage, pullSecret,
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
      + 'Several bundles of a package are versions of one operator: the newest is installed, and OLM upgrades from the others. Without a bundle, and with --olm, it writes OLM alone.\n\n'
      + 'A folder with files of an earlier run that this run would not write is refused, because `kubectl apply -f` would apply them; --prune removes them. Files that '
      + 'no run wrote, or that were changed since, are never removed.',
    operands: [{ name: 'BUNDLE', description: BUNDLE_DESCRIPTION, required: false, several: true }],
    options,
    examples: [
      { description: 'Manifests of OLM and an operator', command: 'olm-constructs synth bundle --out manifests' },
      { description: 'Without OLM: only what the operator consists of', command: 'olm-constructs synth bundle --engine plain --out -' },
      { description: 'An upgrade, in an OpenShift cluster', command: 'olm-constructs synth bundle bundle-next --olm openshift --out manifests' },
      { description: 'OLM alone', command: `olm-constructs synth --olm ${OlmVersion.DEFAULT.version} --out olm` },
    ],
    run: async (context, { operands, options: values }) => {
      const paths = operands.length === 0 && standard !== undefined && values.olm === undefined ? [standard] : operands;
      checkOptions(values, paths);
      const bundles = await readBundles(paths, context, values);
      const operators = operatorsOf(bundles);
      const toStdout = values.out === '-';
      const folder = values.out ?? defaultFolder(operators.map(({ bundle }) => bundle.packageName));
      const images = values.repository === undefined ? undefined : imagesOf(bundles, values.repository);
      const olm = olmOf(values.olm);
      const written = synthesizeInto(folder, { keep: !toStdout, prune: values.prune, ...defined({ images }) }, (outdir) => synthApp({
        operators, olm, operatorHub: values.operatorHub, namespace: values.namespace, channel: values.channel,
        installMode: installModeOf(values.installMode),
        engine: {
          name: values.engine, slim: values.slim, registryImage: values.registryImage, pullSecrets: values.pullSecret,
          pinned: values.approval === 'manual',
          operatorGroup: values.operatorGroup,
          catalogImage: images?.catalogImage,
        },
      }, outdir));
      const push = images === undefined || toStdout ? [] : pushCommands(images, folder);
      if (toStdout) {
        context.stdout.data(written.files.map(({ content }) => content).join('---\n'));
      } else {
        context.stdout.write(synthReport(context.stdout, written, {
          folder, engine: values.engine, olm: values.engine === 'olm-v0' && olm instanceof OlmVersion ? olm.version : undefined, push,
        }));
      }
      return ExitCode.SUCCESS;
    },
  });
}

/** Returns the folder without --out: one for a package, which may have any name. */
function defaultFolder(packages: readonly string[]): string {
  const [first, ...others] = packages;
  return others.length > 0 ? 'dist' : folderIn('dist', first === undefined ? 'olm' : safeFileName(first));
}

function checkOptions(values: Values<typeof options>, bundles: readonly string[]): void {
  const { engine, repository, out, olm, operatorHub, prune } = values;
  if (engine === 'olm-v1' && repository === undefined) {
    throw new UsageError('OLM v1 installs from images only; add --repository with a repository to push them to, such as registry.example.com/hello');
  }
  if (engine === 'olm-v1' && out === '-') {
    throw new UsageError('the images for OLM v1 need a folder; set --out to one');
  }
  if (repository !== undefined && repositoryWithRegistry(repository) !== repository) {
    throw new UsageError(`--repository must be a repository with its registry and without tag and digest, such as registry.example.com/hello, and is '${repository}'`);
  }
  if (engine !== 'olm-v1' && repository !== undefined) {
    throw new UsageError(`--repository is for the engine olm-v1, and the engine is ${engine}; omit it, or add --engine olm-v1`);
  }
  if (engine !== 'olm-v0' && (olm !== undefined || operatorHub)) {
    throw new UsageError(`--olm and --operator-hub are for the engine olm-v0, and the engine is ${engine}; omit them`);
  }
  if (operatorHub && (olm === 'existing' || olm === 'openshift')) {
    throw new UsageError(`--operator-hub installs a catalog with OLM, and with --olm ${olm} no OLM is installed; omit it, or set --olm to a release`);
  }
  if (prune && out === '-') {
    throw new UsageError('--prune removes files from a folder, and standard output is none; omit it, or set --out to a folder');
  }
  checkBundleOptions(values, engine);
  if (bundles.length > 0) {
    return;
  }
  if (olm === undefined || olm === 'existing' || olm === 'openshift') {
    throw new UsageError(`nothing to write; specify a bundle, or set --olm to a release such as ${OlmVersion.DEFAULT.version} to write OLM alone`);
  }
  const superfluous = (['namespace', 'installMode', 'channel', 'slim', 'operatorGroup', 'registryImage'] as const).find((key) => values[key] !== undefined && values[key] !== false);
  if (superfluous !== undefined || values.approval === 'manual' || values.pullSecret.length > 0) {
    throw new UsageError('without a bundle, only OLM is written; specify a bundle, or omit the options of operators');
  }
}
