import { goJson } from '../../formats/json/go-json';
import { deepFreeze, field, stringField } from '../../formats/json/json-value';
import type { Locate, SourcePosition, ValuePath } from '../../formats/json/source-position';

/** A Kubernetes object of a bundle, as read. It is immutable. */
export class Manifest {
  /**
   * @internal
   * @param file path inside the bundle
   * @param content content of the object, which is frozen
   * @param locate returns the position of a value in the file
   */
  public static _of(file: string, content: { [key: string]: unknown }, locate?: Locate): Manifest {
    return new Manifest(file, content, locate);
  }

  /** API version with its group, such as `apiextensions.k8s.io/v1`, or an empty string if missing. */
  public readonly apiVersion: string;

  /** API group, or an empty string for the core group. */
  public readonly group: string;

  /** Kind, such as `CustomResourceDefinition`. */
  public readonly kind: string;

  /** Name in the metadata, or an empty string if missing. */
  public readonly name: string;

  /** File inside the bundle, with `/` between folders, such as `manifests/memcacheds.crd.yaml`. */
  public readonly file: string;

  /**
   * Content of the object, frozen. Integers beyond 2^53 are of type `bigint`, so that no digit is lost.
   */
  public readonly content: { [key: string]: unknown };

  readonly #locate: Locate | undefined;
  #json: string | undefined;

  private constructor(file: string, content: { [key: string]: unknown }, locate: Locate | undefined) {
    const slash = (this.apiVersion = stringField(content, 'apiVersion') ?? '').indexOf('/');
    this.group = slash < 0 ? '' : this.apiVersion.slice(0, slash);
    this.kind = stringField(content, 'kind') ?? '';
    this.name = stringField(field(content, 'metadata'), 'name') ?? '';
    this.file = file;
    this.content = deepFreeze(content);
    this.#locate = locate;
  }

  /** Returns the object as compact JSON, byte for byte as Go writes it. This is what a catalog contains and what OLM measures. */
  public toJson(): string {
    return this.#json ??= goJson(this.content);
  }

  /**
   * Returns a copy with other content, in the same file.
   *
   * @internal
   */
  public _withContent(content: { [key: string]: unknown }): Manifest {
    return new Manifest(this.file, content, undefined);
  }

  /**
   * Returns the position of a value in the file, or undefined for a value that is not in the file, or after the content was changed.
   *
   * @internal
   */
  public _positionOf(path: ValuePath): SourcePosition | undefined {
    return this.#locate?.(path);
  }
}
