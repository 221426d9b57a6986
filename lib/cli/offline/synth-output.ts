import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Bundle } from '../../bundle/bundle';
import type { ImageLayout } from '../../bundle/image-layout';
import { Catalog } from '../../catalog/catalog';
import type { BundleDeployment } from '../../constructs/bundle-deployment';
import { textOf } from '../../formats/json/utf8-text';
import { TemporaryFolder } from '../../formats/output/temporary-folder';
import { folderIn } from '../../formats/output/write-files';
import { distinctFileNames } from '../../text/safe-file-name';
import { NO_BREAK_SPACE, tableLines } from '../../text/text-table';
import { tableText } from '../frame/table';
import type { Terminal } from '../frame/terminal';
import { checkEarlierFiles, writeRecorded } from './own-files';
import { type EngineName, NEEDS, type SynthApp } from './synth-app';
import { shell, shellPath } from '../../text/shell';

/** A written file, with the kinds of its objects. */
export interface WrittenFile {
  readonly name: string;
  readonly content: string;
  readonly kinds: readonly string[];
}

/** Result of a synthesis. */
export interface Written {
  readonly files: readonly WrittenFile[];
  readonly operators: readonly BundleDeployment[];

  /** Names of the files of an earlier run that were removed. */
  readonly removed: readonly string[];
}

/** What to do with the files of a synthesis. */
export interface KeptFiles {
  /** Whether to keep the files in the folder; otherwise only their content is returned. */
  readonly keep: boolean;

  /** Whether to remove files of an earlier run that this one does not write; otherwise they are an error. */
  readonly prune: boolean;

  /** Images to write below the folder. @default - none */
  readonly images?: Images;
}

/**
 * Synthesizes an app into a folder, either completely or not at all.
 *
 * @throws CliError if the folder has other files of an earlier run, or files that would be overwritten and that no run wrote
 */
export function synthesizeInto(folder: string, { keep, prune, images }: KeptFiles, build: (outdir: string) => SynthApp): Written {
  const { operators, files } = synthesized(build);
  if (!keep) {
    return { operators, files, removed: [] };
  }
  const contents = new Map(files.map(({ name, content }) => [name, content]));
  const changes = checkEarlierFiles(folder, contents, prune);
  writeImages(images === undefined ? [] : layoutsOf(images), folder, () => writeRecorded(folder, contents, changes));
  return { operators, files, removed: changes.stale };
}

/** cdk8s writes the files of an app, so they are in a temporary folder first. */
function synthesized(build: (outdir: string) => SynthApp): Omit<Written, 'removed'> {
  const temporary = new TemporaryFolder();
  try {
    const { app, operators } = build(temporary.path);
    app.synth();
    const files = readdirSync(temporary.path).sort().map((name) => {
      const content = textOf(readFileSync(join(temporary.path, name)), name);
      return { name, content, kinds: kindsIn(content) };
    });
    return { operators, files };
  } finally {
    temporary.remove();
  }
}

/** Returns the kinds of the objects in a file, in the order in which they are applied. */
function kindsIn(yaml: string): string[] {
  return [...yaml.matchAll(/^kind: (.+)$/gm)].map((match) => match[1] ?? '');
}

/** The images from which OLM v1 installs operators. */
export interface Images {
  /** Image of the catalog, by digest. */
  readonly catalogImage: string;

  readonly catalog: ImageLayout;

  /** Images of the bundles, by the names of their folders. */
  readonly bundles: ReadonlyMap<string, ImageLayout>;

  readonly bundleRepository: string;
  readonly catalogRepository: string;
}

/** Name of the folder of the catalog's image, beside those of the bundles. */
const CATALOG = 'catalog';

/** Returns the images of bundles and of a catalog with them. The digests are known before the images are pushed. */
export function imagesOf(bundles: readonly Bundle[], repository: string): Images {
  const [bundleRepository, catalogRepository] = [`${repository}/bundle`, `${repository}/catalog`];
  const catalog = Catalog.fromBundles([...bundles]).toImageLayout({ bundleRepository });
  const names = bundles.length === 1 ? ['bundle'] : distinctFileNames([[CATALOG], ...bundles.map(({ name }) => [name])]).slice(1);
  const layouts = bundles.map((bundle, index): [string, ImageLayout] => [names[index]!, bundle.toImageLayout()]);
  return { catalog, bundles: new Map(layouts), bundleRepository, catalogRepository, catalogImage: `${catalogRepository}@${catalog.digest}` };
}

/** Returns the images by the names of their folders. */
function layoutsOf({ bundles, catalog }: Images): (readonly [string, ImageLayout])[] {
  return [...bundles, [CATALOG, catalog]];
}

/** Writes images below a folder, and undoes that if a function that is called then fails. */
function writeImages([first, ...others]: readonly (readonly [string, ImageLayout])[], folder: string, then: () => void): void {
  if (first === undefined) {
    then();
    return;
  }
  const [name, layout] = first;
  layout._write(folderIn(folder, `images/${name}`), () => writeImages(others, folder, then));
}

/** Returns the commands that push the images. */
export function pushCommands({ bundles, bundleRepository, catalogRepository }: Images, folder: string): string[] {
  const path = (name: string): string => shellPath(join(folder, 'images', name));
  const pushed = [...bundles.keys()].map((name) => shell`crane push ${path(name)} ${bundleRepository}:${bundles.size === 1 ? 'latest' : name}`);
  return [...pushed, shell`crane push ${path(CATALOG)} ${catalogRepository}:latest`];
}

/** Subject of the report. */
export interface ReportSubject {
  readonly folder: string;
  readonly engine: EngineName;

  /** Release of OLM that the files install, or undefined if they do not install it. */
  readonly olm: string | undefined;

  /** Commands that push the images. */
  readonly push: readonly string[];
}

/** Returns the report: a row for each file, what slimming removed, and the commands that push the images and apply the files. */
export function synthReport(terminal: Terminal, written: Written, { folder, engine, olm, push }: ReportSubject): string {
  const rows = written.files.map((file) => [join(folder, file.name), String(file.kinds.length), countedKinds(file)]);
  const [first, ...others] = written.operators.map(({ bundle, namespace }) => (
    `${bundle.name} (package ${bundle.packageName}), which runs in namespace ${namespace}`
  ));
  const subject = olm === undefined ? first ?? '' : first === undefined ? `OLM ${olm}` : `OLM and ${first}`;
  return [
    ...tableLines([subject, ...others].map((line, index) => [`${line}${index < others.length ? ';' : ':'}`]), 0, terminal.proseWidth),
    '',
    ...tableText(terminal, ['FILE', 'OBJECTS', 'WHAT'], rows),
    ...(engine === 'olm-v0' ? written.operators.flatMap((operator) => operator.olmV0.registry.removed) : []).map((what) => `\n${what}`),
    ...(written.removed.length === 0 ? [] : ['', `Removed, because an earlier run wrote them: ${written.removed.join(', ')}`]),
    '',
    ...(NEEDS[engine] === '' ? [] : [NEEDS[engine], '']),
    ...(push.length === 0 ? [] : ['Push the images:', '', ...push.map((command) => `  ${command}`), '']),
    'Apply them:',
    '',
    `  ${applyCommand(written.files.map((file) => shellPath(join(folder, file.name))))}`,
    '',
  ].join('\n');
}

/** Returns each kind with the number of its objects. */
function countedKinds(file: WrittenFile): string {
  const counts = new Map<string, number>();
  for (const kind of file.kinds) {
    counts.set(kind, (counts.get(kind) ?? 0) + 1);
  }
  return [...counts].map(([kind, count]) => count === 1 ? kind : `${count}${NO_BREAK_SPACE}${kind}`).join(', ');
}

/** Returns the command that applies the files. kubectl cannot apply custom resources before their CRDs are established. */
function applyCommand([crds = '', first = '', ...others]: readonly string[]): string {
  return first === '' ? shell`kubectl apply -f ${crds}` : [
    shell`kubectl apply -f ${crds}`,
    shell`kubectl wait --for=condition=Established --timeout=60s \\\n    -f ${crds}`,
    [shell`kubectl apply -f ${first}`, ...others.map((file) => shell`-f ${file}`)].join(' \\\n    '),
  ].join(' && \\\n  ');
}
