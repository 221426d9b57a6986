import { readdirSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { compareUtf8 } from '../json/go-json';
import { printableMessage } from '../../text/printable';
import { shell, shellPath } from '../../text/shell';

/** Extensions of the files that kubectl applies, and of parts of Helm's templates. */
const EXTENSIONS = /\.(ya?ml|json|tpl)$/;
const TEMPLATE_PART = '.tpl';

/** Maximum number of files that are read from a folder, so that a wrong folder, such as /, is an error instead of an endless wait. */
const MAX_FILES = 20_000;

/** Options for listing the manifests in a folder. */
export interface ManifestFilesOptions {
  /** Maximum number of files. @default 20000 */
  readonly maxFiles?: number;

  /** Whether to read symbolic links to files, as which a mounted ConfigMap has its files. @default false */
  readonly followLinks?: boolean;
}

/** A folder that a tool renders: its files are not what is applied. */
export interface ToolInput {
  /** Folder of the kustomization or of the chart. */
  readonly folder: string;

  /** What the folder is. */
  readonly what: 'a kustomization' | 'a Helm chart';

  /** Command that prints the manifests. */
  readonly command: string;
}

/** Manifests in a folder. */
export interface ManifestFiles {
  /** Files that may contain Kubernetes objects, sorted. */
  readonly files: readonly string[];

  /** Files that only a tool reads, sorted: kustomizations, and Helm charts with their templates. */
  readonly unread: readonly string[];

  /** Folders among them that a tool renders, sorted. */
  readonly toolInputs: readonly ToolInput[];
}

/** Error about a folder of manifests as a whole. */
export class ManifestFolderError extends Error {
  public constructor(message: string) {
    super(printableMessage(message));
    this.name = 'ManifestFolderError';
  }
}

/**
 * Lists the YAML and JSON files in a folder and its subfolders, except hidden ones and node_modules.
 *
 * @throws ManifestFolderError if there are more than `maxFiles`
 */
export function manifestFilesIn(folder: string, { maxFiles = MAX_FILES, followLinks = false }: ManifestFilesOptions = {}): ManifestFiles {
  const found: string[] = [];
  const open = [folder];
  for (let path = open.pop(); path !== undefined; path = open.pop()) {
    const parent = path;
    for (const entry of readdirSync(parent, { withFileTypes: true }).filter(({ name }) => !name.startsWith('.') && name !== 'node_modules')) {
      const inside = join(parent, entry.name);
      if (entry.isDirectory()) {
        open.push(inside);
      } else if (EXTENSIONS.test(entry.name) && (entry.isFile() || (followLinks && isFile(inside)))) {
        found.push(inside);
      }
    }
    if (found.length > maxFiles) {
      throw new ManifestFolderError(`${folder}: the folder has more than ${maxFiles} YAML and JSON files (limit maxFiles); specify a folder with fewer`);
    }
  }
  const toolInputs = found.flatMap(toolInputOf).sort((left, right) => compareUtf8(left.folder, right.folder));
  const folders = toolInputs.filter(({ what }) => what === 'a Helm chart').map(({ folder: chart }) => join(chart, 'templates/'));
  const isUnread = (file: string): boolean => toolInputOf(file).length > 0 || folders.some((inside) => file.startsWith(inside));
  found.sort(compareUtf8);
  return { files: found.filter((file) => !isUnread(file) && !file.endsWith(TEMPLATE_PART)), unread: found.filter(isUnread), toolInputs };
}

/** Returns what a tool makes manifests of in a folder: its kustomization or Helm chart, or the kustomization of a project of kubebuilder. */
export function toolInputAt(folder: string): ToolInput | undefined {
  const ofProject = isFile(join(folder, 'PROJECT')) ? ['config/manifests/kustomization.yaml', 'config/default/kustomization.yaml'] : [];
  const file = ['kustomization.yaml', 'kustomization.yml', 'Chart.yaml', ...ofProject].map((name) => join(folder, name)).find(isFile);
  return file === undefined ? undefined : toolInputOf(file)[0];
}

function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() === true;
}

function toolInputOf(file: string): ToolInput[] {
  const folder = dirname(file);
  switch (basename(file)) {
    case 'kustomization.yaml':
    case 'kustomization.yml':
      return [{ folder, what: 'a kustomization', command: shell`kustomize build ${shellPath(folder)}` }];
    case 'Chart.yaml':
      return [{ folder, what: 'a Helm chart', command: shell`helm template ${shellPath(folder)}` }];
    default:
      return [];
  }
}
