import { describe } from '../../json-value';
import type { ValuePath } from '../../source-position';

/** What is wrong with a field of an object, as Kubernetes' own validation finds it. */
export interface FieldFault {
  /** The field as Kubernetes names it, such as `metadata.labels`; it can be that of its internal form, which no file has. */
  readonly field: string;

  /** Where the value stands in the object as it was written. */
  readonly path: ValuePath;

  /** What is wrong, and what was found. */
  readonly message: string;
}

/** A place in an object: the name that Kubernetes has for it, and where it stands in the file. */
export class FieldPlace {
  public constructor(
    private readonly name: string,
    public readonly path: ValuePath,
  ) {}

  /**
   * A field in this one.
   *
   * @param name as Kubernetes names it
   * @param path where it stands in the file, from this place on; the name where it is left out
   */
  public child(name: string, path: ValuePath = name.split('.')): FieldPlace {
    return new FieldPlace(this.name === '' ? name : `${this.name}.${name}`, [...this.path, ...path]);
  }

  /** An item of this list. */
  public item(index: number): FieldPlace {
    return new FieldPlace(`${this.name}[${index}]`, [...this.path, index]);
  }

  /** An item of this list, where Kubernetes names the list only. */
  public unnamedItem(index: number): FieldPlace {
    return new FieldPlace(this.name, [...this.path, index]);
  }

  /** An entry of this map that Kubernetes names by its key. */
  public entry(key: string): FieldPlace {
    return new FieldPlace(`${this.name}[${key}]`, [...this.path, key]);
  }

  /**
   * A fault of this field.
   *
   * @param demand what must be, in words that go on from "must"
   * @param value what was found, where saying it helps
   * @param at where it stands in the file, from this place on
   */
  public fault(demand: string, value?: unknown, at: ValuePath = []): FieldFault {
    const found = value === undefined ? '' : `, got ${describe(value)}`;
    return { field: this.name, path: [...this.path, ...at], message: `${this.#spoken} must ${demand}${found}` };
  }

  /** A fault for each demand. */
  public faults(demands: readonly string[], value?: unknown): FieldFault[] {
    return demands.map((demand) => this.fault(demand, value));
  }

  /** The field as the file has it: what Kubernetes calls it internally would send a reader to a field that is not there. */
  get #spoken(): string {
    return this.path.reduce<string>((text, step) => {
      if (typeof step === 'number') {
        return `${text}[${step}]`;
      }
      return text === '' ? step : `${text}.${step}`;
    }, '');
  }
}
