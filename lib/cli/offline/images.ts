import { UsageError } from '../frame/cli-error';
import { defineCommand } from '../frame/command';
import type { CommandContext } from '../frame/context';
import { ExitCode } from '../frame/exit-code';
import { choice, text } from '../frame/option';
import { eachInput } from './each-input';
import { checkOperands, isImage } from './inputs';
import { imagesAt } from './image-sources';
import { Bundle } from '../../bundle/bundle';
import { ImageList } from '../../report/image-list';

const FORMATS = ['text', 'json', 'cyclonedx', 'idms', 'itms', 'mapping'] as const;

/** `olm-constructs images` */
export const imagesCommand = defineCommand({
  description: 'Lists every image that a cluster pulls for bundles, catalogs and manifests: what to mirror for a disconnected cluster, or to scan. '
    + 'idms, itms and mapping need --mirror: the sets are objects of OpenShift, and the mapping is for `oc image mirror --filename`.',
  operands: [{
    name: 'INPUT',
    description: 'bundle (folder, archive, image layout, or bundle image with its registry and tag or digest), catalog (folder or file), '
      + 'manifests (file or folder of YAML), or - for manifests or a catalog from standard input',
    several: true,
  }],
  options: {
    format: choice('FORMAT', FORMATS, 'text', 'format of the list'),
    mirror: text('REGISTRY', 'registry of the mirror, optionally with a path, such as mirror.example.com/olm'),
    name: text('NAME', 'name of the mirror set; by default olm-constructs'),
  },
  examples: [
    { description: 'The images of a bundle', command: 'olm-constructs images bundle' },
    { description: 'A bill of materials of everything that an app installs', command: 'olm-constructs images manifests --format cyclonedx' },
    { description: 'The copies to make for a mirror', command: 'olm-constructs images bundle --format mapping --mirror mirror.example.com/olm' },
  ],
  run: async (context, { operands, options: { format, mirror, name } }) => {
    checkOperands(operands);
    if ((mirror === undefined) !== ['text', 'json', 'cyclonedx'].includes(format)) {
      throw new UsageError(mirror === undefined ? `--format ${format} needs --mirror with the registry of the mirror`
        : `--mirror is for the formats idms, itms and mapping, and the format is ${format}; omit it`);
    }
    const { results, unreadable } = await eachInput(operands, context, (operand) => imagesOf(operand, context));
    context.stdout.write(listText(ImageList.merged(results.map(({ value }) => value)), format, name ?? 'olm-constructs', mirror ?? ''));
    return unreadable > 0 ? ExitCode.ERROR : ExitCode.SUCCESS;
  },
});

async function imagesOf(operand: string, context: CommandContext): Promise<ImageList> {
  return isImage(operand) ? ImageList.ofBundle(await Bundle.fetch(operand, { signal: context.signal }))
    : imagesAt(operand, operand === '-' ? (await context.readStdin()).toString() : undefined);
}

function listText(list: ImageList, format: typeof FORMATS[number], name: string, mirror: string): string {
  switch (format) {
    case 'text':
      return list.toText();
    case 'json':
      return list.toJson();
    case 'cyclonedx':
      return list.toCycloneDx();
    case 'idms':
      return list.toImageDigestMirrorSet(name, mirror);
    case 'itms':
      return list.toImageTagMirrorSet(name, mirror);
    case 'mapping':
      return list.toMirrorMapping(mirror);
  }
}
