import { checkArguments } from '../../formats/options/check-arguments';
import { bindSource as bindRukpakSource } from './bind-source';
import type {
  BoundSource, RukpakConfigMap, RukpakGitOptions, RukpakImageOptions, RukpakServerOptions, SourceContent, SourceTarget,
} from './source-options';

/**
 * Source of the content of a bundle for RukPak. Create one with a static method.
 *
 * @see https://github.com/operator-framework/rukpak/tree/main/docs/sources
 */
export class RukpakSource {
  /**
   * Returns a source in a container image, whose file system is the bundle.
   *
   * @param ref reference of the image; RukPak resolves a tag once, when it unpacks the bundle
   * @param options credentials and certificates
   */
  public static image(ref: string, options: RukpakImageOptions = {}): RukpakSource {
    checkArguments('RukpakSource.image', { ref });
    return new RukpakSource({ type: 'image', ref, options });
  }

  /**
   * Returns a source in a Git repository. Since RukPak 0.2.0.
   *
   * @param repository URL of the repository, for HTTPS or SSH
   * @param options commit, directory and credentials
   */
  public static git(repository: string, options: RukpakGitOptions): RukpakSource {
    checkArguments('RukpakSource.git', { repository });
    return new RukpakSource({ type: 'git', repository, options });
  }

  /**
   * Returns a source at a URL: a tar archive, compressed with gzip. Since RukPak 0.9.0.
   *
   * @param url URL of the archive
   * @param options credentials
   */
  public static http(url: string, options: RukpakServerOptions = {}): RukpakSource {
    checkArguments('RukpakSource.http', { url });
    return new RukpakSource({ type: 'http', url, options });
  }

  /**
   * Returns a source in existing ConfigMaps. Since RukPak 0.12.0.
   *
   * @param configMaps the ConfigMaps, which together contain all files of the bundle
   */
  public static configMaps(configMaps: RukpakConfigMap[]): RukpakSource {
    return new RukpakSource({ type: 'configMaps', configMaps });
  }

  /**
   * Returns a source in a single existing ConfigMap, with files for the directory `manifests` of the bundle. RukPak 0.7.0 to 0.11.0 only.
   *
   * @param name name of the ConfigMap
   * @param namespace namespace of the ConfigMap
   */
  public static localConfigMap(name: string, namespace: string): RukpakSource {
    checkArguments('RukpakSource.localConfigMap', { name, namespace });
    return new RukpakSource({ type: 'local', name, namespace });
  }

  /**
   * Returns a source in ConfigMaps that the construct creates from a local folder. Since RukPak 0.12.0.
   *
   * The ConfigMaps are immutable, and in the namespace of RukPak. Their names contain a hash of their content. A folder may have any size, as long
   * as each file fits in a ConfigMap, which holds 1 MiB.
   *
   * @param path path of the folder, which is the root of the bundle
   */
  public static localFolder(path: string): RukpakSource {
    checkArguments('RukpakSource.localFolder', { path });
    return new RukpakSource({ type: 'folder', path });
  }

  /** Returns a source whose content `rukpakctl` uploads after the object is created. RukPak 0.8.0 to 0.16.0 only. */
  public static upload(): RukpakSource {
    return new RukpakSource({ type: 'upload' });
  }

  /**
   * Returns a source in ConfigMaps that the construct creates from files.
   *
   * @internal
   * @param files content of the files, by path
   * @param tooLarge remedy if a file does not fit in a ConfigMap
   */
  public static _files(files: ReadonlyMap<string, Uint8Array>, tooLarge: string): RukpakSource {
    return new RukpakSource({ type: 'files', files, tooLarge });
  }

  /** Type of the source, as in `spec.source.type`. */
  public readonly type: string;

  readonly #content: SourceContent;

  private constructor(content: SourceContent) {
    this.type = content.type === 'folder' || content.type === 'files' ? 'configMaps' : content.type;
    this.#content = content;
  }

  /**
   * Checks the source, and creates its ConfigMaps.
   *
   * @internal
   * @throws ConstructError when the release does not support the source, or the source is invalid
   */
  public _bind(target: SourceTarget): BoundSource {
    return bindRukpakSource(this.#content, target);
  }
}
