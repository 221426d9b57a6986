import { type Dirent, existsSync, lstatSync, opendirSync } from 'node:fs';
import { join } from 'node:path';
import { compareUtf8 } from '../../formats/json/go-json';
import { toolInputAt } from '../../formats/manifests/manifest-files';
import { append } from '../../text/lists';
import { readArchiveFile } from '../files/archive-file';
import { type BundleFiles, entryFiles, isManifestName, MANIFESTS, METADATA } from '../files/bundle-files';
import { readChecked } from '../files/file-access';
import { Budget, type ReadLimits } from '../files/read-options';
import { readTar, type TarEntry } from '../files/read-tar';
import { onDisk, refusal, type Refuse, refuseAll, statOf } from '../files/refusal';
import { BundleError } from '../model/bundle-error';
import { BundleErrorCode } from '../model/bundle-problem';
import { withImageLimits } from '../oci/image-options';
import { isLayoutFolder } from '../oci/layout';
import { containsImages, imageArchive } from '../oci/layout-archive';
import { readBundleArchive, readBundleLayout } from '../oci/read-layout';

/**
 * Reads the files of a bundle from a path: a folder, an archive, or an image layout in one of them.
 *
 * @throws BundleError if it cannot be read or exceeds a limit
 */
export function readPath(path: string, limits: ReadLimits, refuse: Refuse = refuseAll(path)): BundleFiles {
  if (statOf(path).isDirectory()) {
    return isLayoutFolder(path) ? readBundleLayout(path, undefined, withImageLimits(limits)) : readDirectory(path, limits, refuse);
  }
  const archive = readArchiveFile(path, limits);
  return containsImages(path, archive, limits)
    ? readBundleArchive(path, imageArchive(path, archive, limits), undefined, withImageLimits(limits))
    : archivedFiles(path, archive, limits, refuse);
}

/**
 * Reads the files of a bundle from a folder. Links are rejected instead of followed: a bundle must be the same wherever it is unpacked.
 *
 * @param path path of the folder
 * @param limits limits
 * @param refuse receives entries that are not allowed in a bundle, and may skip them; throws by default
 * @throws BundleError if the folder cannot be read or exceeds a limit
 */
export function readDirectory(path: string, limits: ReadLimits, refuse: Refuse = refuseAll(path)): BundleFiles {
  const found = readFolders(path, limits, refuse);
  const project = found.folders.size > 0 || hasBundleFolder(path) ? undefined : toolInputAt(path);
  if (project !== undefined) {
    const message = `no ${MANIFESTS}/ here, but ${project.what}; make a bundle of it: \`${project.command} | olm-constructs bundle create -\``;
    refuse({ code: BundleErrorCode.LAYOUT, message });
  }
  return found;
}

/**
 * Reads the folders of a bundle of any format; another one may have its files elsewhere. Links are rejected, as in `readDirectory`.
 *
 * @throws BundleError if the folder cannot be read or exceeds a limit
 */
export function readFolders(path: string, limits: ReadLimits, refuse: Refuse = refuseAll(path)): BundleFiles {
  if (!statOf(path).isDirectory()) {
    const message = 'this is a file, not a folder; read archives with Bundle.fromArchive';
    throw new BundleError(path, [{ code: BundleErrorCode.WRONG_KIND, message }]);
  }
  return new DirectoryReader(path, limits, refuse).read();
}

class DirectoryReader {
  readonly #budget: Budget;
  readonly #files = new Map<string, Buffer>();
  readonly #folders = new Set<string>();
  readonly #nested: string[] = [];

  public constructor(
    private readonly root: string,
    limits: ReadLimits,
    private readonly refuse: Refuse,
  ) {
    this.#budget = new Budget(root, limits);
  }

  public read(): BundleFiles {
    for (const folder of [MANIFESTS, METADATA]) {
      if (this.#isFolder(folder)) {
        this.#folders.add(folder);
        for (const entry of folderEntries(this.root, folder, this.#budget)) {
          this.#add(folder, entry);
        }
      }
    }
    if (this.#folders.size === 0 && hasBundleFolder(this.root)) {
      const message = `no ${MANIFESTS}/ here, but in bundle/; append /bundle to the path`;
      this.refuse({ code: BundleErrorCode.LAYOUT, message });
    }
    return { files: this.#files, folders: this.#folders, nested: this.#nested };
  }

  #isFolder(folder: string): boolean {
    const found = onDisk(this.root, () => lstatSync(join(this.root, folder), { throwIfNoEntry: false }), folder);
    if (found === undefined || found.isDirectory()) {
      return found !== undefined;
    }
    this.#unsafe(folder, found.isSymbolicLink() ? 'a symbolic link' : 'not a folder');
    return false;
  }

  #add(folder: string, entry: Dirent): void {
    const file = `${folder}/${entry.name}`;
    if (entry.isDirectory()) {
      this.#folders.add(file);
      append(this.#nested, this.#manifestsIn(file));
    } else if (entry.isFile()) {
      this.#files.set(file, readFileIn(this.root, file, this.#budget));
    } else {
      this.#unsafe(file, entry.isSymbolicLink() ? 'a symbolic link' : 'neither a file nor a folder');
    }
  }

  #manifestsIn(folder: string): string[] {
    const files = folderEntries(this.root, folder, this.#budget).filter((entry) => entry.isFile() && isManifestName(entry.name));
    return files.map((entry) => `${folder}/${entry.name}`);
  }

  #unsafe(file: string, what: string): void {
    this.refuse({ code: BundleErrorCode.UNSAFE_ENTRY, message: `this is ${what}; a bundle may contain only regular files and folders`, file });
  }
}

/** Whether a folder is a project with its bundle in `bundle/`. */
function hasBundleFolder(path: string): boolean {
  return existsSync(join(path, 'bundle', MANIFESTS));
}

/**
 * Reads the files of a bundle from a tar archive, optionally compressed with gzip.
 *
 * @param path path of the archive
 * @param limits limits
 * @param refuse receives entries that are not allowed in a bundle, and may skip them; throws by default
 * @throws BundleError if the archive is damaged, contains entries that are not allowed, or exceeds a limit
 */
export function readArchive(path: string, limits: ReadLimits, refuse: Refuse = refuseAll(path)): BundleFiles {
  return archivedFiles(path, readArchiveFile(path, limits), limits, refuse);
}

/** Returns the files of a bundle in a decompressed archive; the bundle is at its root or in a single folder there. */
function archivedFiles(path: string, archive: Buffer, limits: ReadLimits, refuse: Refuse): BundleFiles {
  const entries = readTar(path, archive, limits, new Budget(path, limits), refuse);
  return entryFiles(entries, rootOf(path, entries));
}

function rootOf(path: string, entries: readonly TarEntry[]): string {
  const roots = new Set<string>();
  for (const entry of entries) {
    const [first, second] = entry.path.split('/');
    if (first === MANIFESTS && (second !== undefined || entry.content === undefined)) {
      return '';
    }
    if (second === MANIFESTS) {
      roots.add(`${first}/`);
    }
  }
  if (roots.size > 1) {
    const message = `the archive contains more than one bundle: ${[...roots].sort(compareUtf8).join(', ')}; unpack it and read one of the folders`;
    throw refusal(path, BundleErrorCode.LAYOUT, message);
  }
  return [...roots][0] ?? '';
}

/**
 * Lists the entries of a folder by name, the order in which OLM's tools read them.
 *
 * @param root folder specified by the user, for messages
 * @param folder path inside the root, or an empty string for the root
 * @param budget counts the entries as they are listed
 * @throws BundleError if it cannot be read or exceeds a limit
 */
export function folderEntries(root: string, folder: string, budget: Budget): Dirent[] {
  const entries: Dirent[] = [];
  onDisk(
    root,
    () => {
      const directory = opendirSync(join(root, folder));
      try {
        for (let entry = directory.readSync(); entry !== null; entry = directory.readSync()) {
          budget.countEntry();
          entries.push(entry);
        }
      } finally {
        directory.closeSync();
      }
    },
    folder === '' ? undefined : folder,
  );
  return entries.sort((left, right) => compareUtf8(left.name, right.name));
}

/**
 * Reads a file in the folder specified by the user.
 *
 * @throws BundleError if it cannot be read or exceeds a limit
 */
export function readFileIn(root: string, file: string, budget: Budget): Buffer {
  return onDisk(root, () => readChecked(join(root, file), (bytes) => budget.countBytes(file, bytes)), file);
}
