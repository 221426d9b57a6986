import { goJson } from './go-json';
import { deepFreeze, field, textField } from './json-value';
import type { Locate, SourcePosition, ValuePath } from './source-position';

/** One Kubernetes object of a bundle, as it was read. It does not change. */
export class Manifest {
  /**
   * @internal
   * @param file path inside the bundle
   * @param content the object; it is frozen by this
   * @param locate finds values in the file
   */
  public static _of(file: string, content: { [key: string]: unknown }, locate?: Locate): Manifest {
    return new Manifest(file, content, locate);
  }

  /** The API version with its group, such as `apiextensions.k8s.io/v1`; empty where the object has none. */
  public readonly apiVersion: string;

  /** The API group; empty for the core group. */
  public readonly group: string;

  /** The kind, such as `CustomResourceDefinition`. */
  public readonly kind: string;

  /** The name in the metadata; empty where the object has none. */
  public readonly name: string;

  /** The file inside the bundle, with `/` between folders, such as `manifests/memcacheds.crd.yaml`. */
  public readonly file: string;

  /**
   * The whole object, frozen. Whole numbers beyond 2^53 are of type `bigint`, so that no digit is lost.
   */
  public readonly content: { [key: string]: unknown };

  readonly #locate: Locate | undefined;

  private constructor(file: string, content: { [key: string]: unknown }, locate: Locate | undefined) {
    const slash = (this.apiVersion = textField(content, 'apiVersion') ?? '').indexOf('/');
    this.group = slash < 0 ? '' : this.apiVersion.slice(0, slash);
    this.kind = textField(content, 'kind') ?? '';
    this.name = textField(field(content, 'metadata'), 'name') ?? '';
    this.file = file;
    this.content = deepFreeze(content);
    this.#locate = locate;
  }

  /** The object as compact JSON, byte for byte as Go writes it; this is what a catalog holds and what OLM measures. */
  public toJson(): string {
    return goJson(this.content);
  }

  /**
   * A copy with other content, in the same file.
   *
   * @internal
   */
  public _withContent(content: { [key: string]: unknown }): Manifest {
    return new Manifest(this.file, content, undefined);
  }

  /**
   * Where in the file a value stands; undefined for a value that the file does not hold, or when the content was changed.
   *
   * @internal
   */
  public _positionOf(path: ValuePath): SourcePosition | undefined {
    return this.#locate?.(path);
  }
}
