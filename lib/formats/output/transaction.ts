import { chmodSync, copyFileSync, linkSync, lstatSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { append } from '../../text/lists';
import { makeFolders, makeTemporaryFolder, removeIfEmpty } from './make-folders';

/** Start of the name of the folder in which files are complete before they are moved to their places. */
const STAGING = '.olm-constructs-';

/** Access rights of what only the user may read. */
const PRIVATE = { folder: 0o700, file: 0o600 } as const;

/**
 * Changes of the files in a folder that are undone if one of them fails. Content is complete in a file beside before it is moved, so a file is never
 * half-written, also after the process was killed.
 */
export class Transaction {
  readonly #undo: (() => void)[] = [];
  readonly #created: string[] = [];
  #staging: string | undefined;
  #staged = 0;
  #state: 'done' | 'undone' | 'partly undone' = 'done';

  /**
   * @param folder absolute path of the folder
   * @param isPrivate whether only the user may read what is created
   */
  public constructor(private readonly folder: string, private readonly isPrivate: boolean) {}

  /** Folder with earlier contents if not all changes could be undone, or undefined. */
  public get kept(): string | undefined {
    return this.#state === 'partly undone' ? this.#staging : undefined;
  }

  /** Creates the folder. */
  public open(): void {
    this.#makeFolder(this.folder);
  }

  /** Writes a file that does not appear in the folder yet, and returns its path. */
  public stage(content: string | Uint8Array): string {
    const path = this.#nextStaged();
    writeFileSync(path, content, { flag: 'wx', ...(this.isPrivate ? { mode: PRIVATE.file } : {}) });
    return path;
  }

  /** Moves a staged file to its place. */
  public place(staged: string, path: string): void {
    const target = join(this.folder, path);
    this.#makeFolder(dirname(target));
    const found = lstatSync(target, { throwIfNoEntry: false });
    if (found === undefined) {
      renameSync(staged, target);
      this.#undo.push(() => rmSync(target));
      return;
    }
    const before = this.#nextStaged();
    copyOf(target, before);
    if (found.isFile()) {
      chmodSync(staged, found.mode & 0o777);
    }
    renameSync(staged, target);
    this.#undo.push(() => renameSync(before, target));
  }

  /** Deletes a file, and the folders that are empty without it. */
  public delete(path: string): void {
    const target = join(this.folder, path);
    const before = this.#nextStaged();
    renameSync(target, before);
    this.#undo.push(() => renameSync(before, target));
    for (let folder = dirname(target); folder !== this.folder && removeIfEmpty(folder); folder = dirname(folder)) {
      const removed = folder;
      this.#undo.push(() => mkdirSync(removed));
    }
  }

  /** Undoes all changes. */
  public undo(): void {
    this.#state = 'undone';
    for (let step = this.#undo.pop(); step !== undefined; step = this.#undo.pop()) {
      try {
        step();
      } catch {
        this.#state = 'partly undone';
      }
    }
  }

  /** Removes the staged files, except earlier contents that could not be restored. What cannot be removed is left: the changes are complete. */
  public close(): void {
    if (this.#staging !== undefined && this.kept === undefined) {
      try {
        rmSync(this.#staging, { recursive: true, force: true });
      } catch {
        return;
      }
    }
    if (this.#state !== 'done') {
      this.#created.sort((one, other) => other.length - one.length).forEach(removeIfEmpty);
    }
  }

  #nextStaged(): string {
    this.#staging ??= makeTemporaryFolder(join(this.folder, STAGING));
    return join(this.#staging, String(this.#staged++));
  }

  #makeFolder(path: string): void {
    append(this.#created, makeFolders(path, this.isPrivate ? PRIVATE.folder : undefined));
  }
}

/** Makes another name for a file, or a copy on file systems without links. */
function copyOf(path: string, copy: string): void {
  try {
    linkSync(path, copy);
  } catch {
    copyFileSync(path, copy);
  }
}
