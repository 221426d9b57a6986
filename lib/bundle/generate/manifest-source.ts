import { ManifestFolderError } from '../../formats/manifests/manifest-files';
import { toolInputRemedy } from '../../formats/manifests/manifest-notes';
import {
  type ManifestObjects, readManifestFile, readManifestFolder, readManifestText, readManifestValues,
} from '../../formats/manifests/read-manifests';
import { checkArguments } from '../../formats/options/check-arguments';
import { statOf } from '../files/refusal';
import { BundleError } from '../model/bundle-error';
import { BundleErrorCode } from '../model/bundle-problem';

/**
 * Manifests of an operator that `Bundle.fromManifests` makes a bundle of: what `kustomize build` or `helm template` writes, or any other Kubernetes
 * objects. Create one with a static method.
 */
export class ManifestSource {
  /**
   * Manifests in a file, or in all YAML and JSON files of a folder and its subfolders. They are read by `Bundle.fromManifests`.
   *
   * @param path path of the file or folder
   */
  public static fromPath(path: string): ManifestSource {
    checkArguments('ManifestSource.fromPath', { path });
    return new ManifestSource(path, () => readPath(path));
  }

  /**
   * Manifests in a string: YAML documents or JSON.
   *
   * @param manifests the manifests
   * @param name name of the source in messages; default - `manifests`
   */
  public static fromString(manifests: string, name: string = 'manifests'): ManifestSource {
    checkArguments('ManifestSource.fromString', { manifests, name });
    return new ManifestSource(name, () => readManifestText(manifests, name));
  }

  /**
   * Kubernetes objects as values, such as `Chart.toJson()` returns. Lists are read as their items.
   *
   * @param objects the objects; they are copied
   * @param name name of the source in messages; default - `objects`
   */
  public static fromObjects(objects: { [key: string]: unknown }[], name: string = 'objects'): ManifestSource {
    checkArguments('ManifestSource.fromObjects', { objects, name });
    return new ManifestSource(name, () => readManifestValues(structuredClone(objects), name));
  }

  /** Path or another name of the source, for messages. */
  public readonly name: string;

  readonly #read: () => ManifestObjects;

  private constructor(name: string, read: () => ManifestObjects) {
    this.name = name;
    this.#read = read;
  }

  /**
   * Reads the manifests.
   *
   * @throws BundleError if something cannot be read, or must be rendered first
   * @internal
   */
  public _read(): ManifestObjects {
    const found = this.#read();
    const problems = [
      ...found.toolInputs.map((input) => ({ code: BundleErrorCode.LAYOUT, message: toolInputRemedy(input, 'olm-constructs bundle create -') })),
      ...found.malformed.map((message) => ({ code: BundleErrorCode.SYNTAX, message })),
    ];
    if (problems.length > 0) {
      throw new BundleError(this.name, problems);
    }
    return found;
  }
}

function readPath(path: string): ManifestObjects {
  if (!statOf(path).isDirectory()) {
    return readManifestFile(path);
  }
  try {
    return readManifestFolder(path);
  } catch (error) {
    throw error instanceof ManifestFolderError ? new BundleError(path, [{ code: BundleErrorCode.LIMIT, message: error.message }]) : error;
  }
}
