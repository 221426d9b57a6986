import { readFileSync } from 'node:fs';
import type { Catalog } from '../catalog/catalog';
import { deepFreeze } from '../formats/json/json-value';
import { EncodingError, textOf } from '../formats/json/utf8-text';
import { checkArguments } from '../formats/options/check-arguments';
import { ImageList } from '../report/image-list';
import { systemCode, whyUnreadable } from '../text/system-error';
import { LockChange } from './lock/lock-change';
import { lockChanges } from './lock/lock-changes';
import { lockImages } from './lock/lock-images';
import { LOCK_FILE_NAME, LockContent, operatorKey, sortedLock } from './lock/lock-content';
import { LockedCatalog, LockedOperator } from './lock/locked-operator';
import { LockError } from './lock/lock-error';
import { printLock, readLock } from './lock/lock-format';

/**
 * A lock file: the exact version of each operator that an app installs, including dependencies, and the catalogs that they come from. Immutable.
 *
 * It is created by the command `olm-constructs lock`, or by `OperatorLock.resolve()` in a program, and is committed with the app.
 */
export class OperatorLockFile {
  /**
   * Reads a lock file.
   *
   * @param path path of the file; by default `olm.lock.yaml` in the current folder
   * @throws LockError if it cannot be read, was created by a later version of the library, contains merge conflicts, or is invalid, with all
   * problems, their lines and remedies
   */
  public static fromFile(path: string = LOCK_FILE_NAME): OperatorLockFile {
    checkArguments('OperatorLockFile.fromFile', { path });
    let content: string;
    try {
      content = textOf(readFileSync(path), path);
    } catch (error) {
      if (error instanceof EncodingError) {
        throw new LockError(path, [{ message: error.fault, line: error.position.line }]);
      }
      throw new LockError(path, [{
        message: systemCode(error) === 'ENOENT' ? 'the lock file does not exist; run `olm-constructs lock` in the folder of the app, and commit the file'
          : `the lock file ${whyUnreadable(error)}`,
      }]);
    }
    return OperatorLockFile.fromString(content, path);
  }

  /**
   * Parses the content of a lock file.
   *
   * @param content content of the file
   * @param path path for messages
   * @throws LockError if it is invalid, as `fromFile`
   */
  public static fromString(content: string, path: string = LOCK_FILE_NAME): OperatorLockFile {
    checkArguments('OperatorLockFile.fromString', { content, path });
    return new OperatorLockFile(readLock(content, path));
  }

  /** @internal */
  public static _of(content: LockContent): OperatorLockFile {
    return new OperatorLockFile(content);
  }

  /** Catalogs that the operators come from, sorted by namespace and name. */
  public readonly catalogs: LockedCatalog[];

  /** The operators, sorted by namespace and package. */
  public readonly operators: LockedOperator[];

  readonly #operators: ReadonlyMap<string, LockedOperator>;

  private constructor(content: LockContent) {
    const { catalogs, operators } = deepFreeze(sortedLock(content));
    this.catalogs = [...catalogs];
    this.operators = [...operators];
    this.#operators = new Map(operators.map((operator) => [operatorKey(operator), operator]));
  }

  /**
   * Returns the operator of a package in a namespace, or undefined if the file does not have it.
   *
   * @param namespace namespace of the operator
   * @param packageName name of the package
   */
  public tryFindOperator(namespace: string, packageName: string): LockedOperator | undefined {
    checkArguments('OperatorLockFile#tryFindOperator', { namespace, packageName });
    return this.#operators.get(operatorKey({ namespace, packageName }));
  }

  /**
   * Returns the differences in another lock file, sorted by namespace and package, catalogs first.
   *
   * @param next the later lock file
   */
  public changesTo(next: OperatorLockFile): LockChange[] {
    checkArguments('OperatorLockFile#changesTo', { next });
    return lockChanges(this, next);
  }

  /**
   * Returns the images of the catalogs and of the locked operators, as far as the contents of the catalogs are given. What is not known is in
   * `ImageList.unknown`.
   *
   * @param catalogs contents of catalogs, by namespace and name of the CatalogSource, such as `olm/operatorhubio-catalog`
   */
  public images(catalogs: { [key: string]: Catalog } = {}): ImageList {
    checkArguments('OperatorLockFile#images', { catalogs });
    return lockImages(this, new Map(Object.entries(catalogs)));
  }

  /** Returns the content of the file. The same content always results in the same bytes. */
  public toYaml(): string {
    return printLock(this);
  }
}
