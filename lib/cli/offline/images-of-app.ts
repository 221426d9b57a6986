import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { Catalog } from '../../catalog/catalog';
import { IMAGES_COMMAND_VARIABLE, type ImagesAnswer } from '../../constructs/model/images-command';
import { textOf } from '../../formats/json/utf8-text';
import { ImageList } from '../../report/image-list';
import { RegistryMirror } from '../../report/registry-mirror';
import { CliError } from '../frame/cli-error';
import type { CommandContext } from '../frame/context';
import { folderObjects } from './image-inputs';
import { withRunApp } from './run-app';

/**
 * Runs an app as `cdk8s synth` does, and returns the images of its manifests and what its constructs know about their operators and mirrors.
 *
 * @param given command that runs the app; by default that of cdk8s.yaml
 * @param contents contents of catalogs that the user gives
 * @throws CliError if there is no app, it fails, or it writes no manifests
 */
export function imagesOfApp(context: CommandContext, given: string | undefined, contents: { [key: string]: Catalog }): Promise<ImageList> {
  const folders = (temporary: string): { readonly [variable: string]: string } => ({ [IMAGES_COMMAND_VARIABLE]: join(temporary, 'images') });
  return withRunApp(context, given, folders, (temporary, command) => {
    const [manifests, answered] = [join(temporary, 'manifests'), join(temporary, 'images')];
    if (!existsSync(manifests)) {
      throw new CliError(`the app '${command}' wrote no manifests; call app.synth(), and do not set \`outdir\` of the app, since the command sets CDK8S_OUTDIR`);
    }
    const answers = existsSync(answered) ? readdirSync(answered).sort().filter((name) => name.endsWith('.json'))
      .map((name) => JSON.parse(textOf(readFileSync(join(answered, name)), name)) as ImagesAnswer)
      // Only a Fleet has a folder for each cluster; an App with one cluster writes to its own.
      .map((answer) => existsSync(join(manifests, answer.cluster)) ? answer : { ...answer, cluster: '' }) : [];
    const clusters = [...new Set(['', ...answers.map(({ cluster }) => cluster)])];
    return ImageList.merged(clusters.map((cluster) => (
      imagesOfCluster(manifests, cluster, clusters, answers.filter((answer) => answer.cluster === cluster), { folder: answered, contents })
    )));
  });
}

/** Where the contents of catalogs are. */
interface KnownContents {
  readonly folder: string;
  readonly contents: { readonly [key: string]: Catalog };
}

function imagesOfCluster(
  manifests: string, cluster: string, clusters: readonly string[], answers: readonly ImagesAnswer[], { folder, contents }: KnownContents,
): ImageList {
  const catalog = (file: string): Catalog => Catalog.fromFile(join(folder, file));
  const { registryMirror, mirrorsByPrefix = {} } = answers.find(({ mirror }) => mirror !== undefined)?.mirror ?? {};
  const path = join(manifests, cluster);
  const others = clusters.filter((other) => other !== cluster && other.startsWith(cluster === '' ? '' : `${cluster}/`)).map((other) => join(manifests, other));
  const objects = existsSync(path) ? folderObjects(path, (file) => !others.some((other) => !relative(other, file).startsWith(`..${sep}`))).objects.map(({ object }) => object) : [];
  const known = new Map(answers.flatMap((answer) => Object.entries(answer.contents)).map(([key, file]) => [key, catalog(file)]));
  const bundles = answers.flatMap((answer) => Object.entries(answer.bundles))
    .map(([key, file]) => [key, catalog(file).bundles.flatMap(({ content }) => content ?? [])] as const);
  return ImageList._ofManifests(objects, { contents: new Map([...known, ...Object.entries(contents)]), bundles: new Map(bundles) })
    ._withMirrors(new Map(answers.flatMap((answer) => Object.entries(answer.copies))), RegistryMirror.of(registryMirror, mirrorsByPrefix));
}
