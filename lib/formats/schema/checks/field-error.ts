import { describeType } from '../../json/json-value';
import type { ValuePath } from '../../json/source-position';

/** An error in a field of an object, as Kubernetes' own validation reports it. */
export interface FieldError {
  /** Name of the field in Kubernetes, such as `metadata.labels`; it may only exist in the internal form and not in the file. */
  readonly field: string;

  /** Path of the value in the file. */
  readonly path: ValuePath;

  /** Requirement that is not met, with the value found: a phrase that follows the field. */
  readonly requirement: string;

  /** The field in the file, with the requirement. */
  readonly message: string;
}

/** A field of an object: its name in Kubernetes, and its path in the file. Modeled on Kubernetes' own `field.Path`. */
export class FieldPath {
  public constructor(
    private readonly name: string,
    public readonly path: ValuePath,
  ) {}

  /**
   * Returns a field of this one.
   *
   * @param name name in Kubernetes
   * @param path path in the file, relative to this field; by default the name
   */
  public child(name: string, path: ValuePath = name.split('.')): FieldPath {
    return new FieldPath(this.name === '' ? name : `${this.name}.${name}`, [...this.path, ...path]);
  }

  /** Returns an item of this list. */
  public item(index: number): FieldPath {
    return new FieldPath(`${this.name}[${index}]`, [...this.path, index]);
  }

  /** Returns an item of this list, to which Kubernetes gives the name of the list. */
  public unnamedItem(index: number): FieldPath {
    return new FieldPath(this.name, [...this.path, index]);
  }

  /** Returns an entry of this map. */
  public entry(key: string): FieldPath {
    return new FieldPath(`${this.name}[${key}]`, [...this.path, key]);
  }

  /**
   * Returns an error of this field.
   *
   * @param requirement requirement, as a phrase that follows "must"
   * @param value value found, if it helps
   * @param at path in the file, relative to this field
   */
  public error(requirement: string, value?: unknown, at: ValuePath = []): FieldError {
    const phrase = `must ${requirement}${value === undefined ? '' : `, got ${describeType(value)}`}`;
    return { field: this.name, path: [...this.path, ...at], requirement: phrase, message: `${this.#nameInFile} ${phrase}` };
  }

  /** Returns an error for each requirement. */
  public errors(requirements: readonly string[], value?: unknown): FieldError[] {
    return requirements.map((requirement) => this.error(requirement, value));
  }

  /** Name of the field in the file; the internal name may be that of a field that is not in the file. */
  get #nameInFile(): string {
    return this.path.reduce<string>((name, step) => {
      if (typeof step === 'number') {
        return `${name}[${step}]`;
      }
      return name === '' ? step : `${name}.${step}`;
    }, '');
  }
}
