import { type Dirent, existsSync, lstatSync } from 'node:fs';
import { join } from 'node:path';
import { Budget } from '../files/budget';
import { type BundleFiles, isManifestName, MANIFESTS, METADATA } from '../files/bundle-files';
import { folderEntries, readFileIn } from '../files/folder-entries';
import type { ReadLimits } from '../files/read-options';
import { onDisk, type Refuse, refuseAll, statOf } from '../files/refusal';
import { BundleError, BundleErrorCode } from '../model/bundle-error';

/**
 * Reads the files of a bundle from a folder. Links are rejected instead of followed: a bundle must be the same wherever it is unpacked.
 *
 * @param path path of the folder
 * @param limits limits
 * @param refuse receives entries that are not allowed in a bundle, and may skip them; throws by default
 * @throws BundleError if the folder cannot be read or exceeds a limit
 */
export function readDirectory(path: string, limits: ReadLimits, refuse: Refuse = refuseAll(path)): BundleFiles {
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
    if (this.#folders.size === 0 && existsSync(join(this.root, 'bundle', MANIFESTS))) {
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
      this.#nested.push(...this.#manifestsIn(file));
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
