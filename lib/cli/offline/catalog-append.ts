import type { Bundle } from '../../bundle/bundle';
import { Catalog } from '../../catalog/catalog';
import { AppendMode } from '../../catalog/render/append-options';
import { UpgradeGraph } from '../../catalog/upgrade-graph';
import { defined } from '../../formats/json/defined';
import { ExitCode, UsageError } from '../frame/cli-error';
import { defineCommand } from '../frame/command';
import { inCommandLineTerms } from '../frame/command-line-terms';
import { flag, list, pairOf, text } from '../frame/option';
import { registryOptions } from '../frame/registry';
import { BUNDLE_DESCRIPTION, checkOperands, readBundle } from './inputs';

/** `olm-constructs catalog append` */
export const catalogAppendCommand = defineCommand({
  description: 'Adds bundles of a package to a catalog in a folder or file, and prints the upgrades that the package then offers. Each bundle becomes the head of its '
    + 'channels and replaces the earlier head, or comes between the older and the newer versions with --semver. A note on standard error states what else changes.\n\n'
    + 'Only files of the package are written, all of them or none, and nothing if opm would refuse the result. Comments in these files are lost.',
  operands: [
    { name: 'CATALOG', description: 'folder or file of a file-based catalog, which is changed' },
    { name: 'BUNDLE', description: BUNDLE_DESCRIPTION, several: true },
  ],
  options: {
    channel: list('NAME', 'channel of the bundles, which is created if missing; by default those that the bundles declare'),
    semver: flag('put the bundles in their places among the versions of the channels'),
    replaces: text('BUNDLE', 'name of the bundle that the bundle replaces; by default it is computed'),
    skip: list('BUNDLE', 'name of a bundle that the bundle skips; by default those that its CSV skips'),
    skipRange: text('RANGE', "versions from which the bundles are an upgrade, such as '>=1.0.0 <1.2.0'; by default those of their CSVs"),
    defaultChannel: text('NAME', 'default channel of the package; by default unchanged'),
    image: list('BUNDLE=IMAGE', 'image of a bundle by its name; without one, the catalog has the manifests of the bundle'),
    deprecate: list('BUNDLE=MESSAGE', 'bundle to deprecate by its name, with what users should do'),
    deprecateChannel: list('CHANNEL=MESSAGE', 'channel to deprecate, with what users should do'),
    ...registryOptions,
  },
  examples: [{ description: 'A release of an operator', command: 'olm-constructs catalog append catalog bundle-next --channel candidate' }],
  run: async (context, { operands: [path = '', ...operands], options }) => {
    const { channel, semver, replaces, skip, skipRange, defaultChannel, image, deprecate, deprecateChannel } = options;
    checkOperands(operands);
    if (path === '-') {
      throw new UsageError('catalog append changes files, so CATALOG cannot be the standard input; name a folder or a file');
    }
    const bundles: Bundle[] = [];
    for (const operand of operands) {
      bundles.push(await readBundle(operand, context, options));
    }
    const fetched = bundles.flatMap((bundle): [string, string][] => bundle.image === undefined ? [] : [[bundle.name, bundle.image]]);
    const deprecations = {
      ...messages('bundles', '--deprecate', deprecate),
      ...messages('channels', '--deprecate-channel', deprecateChannel),
    };
    const { catalog, notes } = Catalog.appendToPath(path, bundles, {
      mode: semver ? AppendMode.SEMVER : AppendMode.HEAD,
      images: Object.fromEntries([...fetched, ...image.map((given) => pairOf('--image', given))]),
      deprecations,
      ...(channel.length === 0 ? {} : { channels: [...channel] }),
      ...(skip.length === 0 ? {} : { skips: [...skip] }),
      ...defined({ replaces, skipRange, defaultChannel }),
    });
    notes.forEach((note) => context.stderr.line(inCommandLineTerms(note)));
    context.stdout.data(`${UpgradeGraph.of(catalog, bundles[0]!.packageName).toMermaid().trimEnd()}\n`);
    return ExitCode.SUCCESS;
  },
});

function messages(key: 'bundles' | 'channels', option: string, given: readonly string[]): { readonly [key: string]: { [name: string]: string } } {
  return given.length === 0 ? {} : { [key]: Object.fromEntries(given.map((pair) => pairOf(option, pair))) };
}
