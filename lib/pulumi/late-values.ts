import { createHash } from 'node:crypto';
import * as pulumi from '@pulumi/pulumi';

/** A text that stands for a value while constructs work: a name of Kubernetes, so that it passes wherever a name does. */
const PLACEHOLDER = /late-[0-9a-f]{20}/g;

/** A value that stands behind a text, and where it was given. */
interface LateValue {
  readonly value: pulumi.Output<unknown>;
  readonly place: string;
}

/**
 * The values of a program that are not known while constructs are made: outputs of other resources, and promises.
 *
 * Constructs work on plain values. So each late value travels through them as a text that stands for it, and comes back where that
 * text, alone or inside a longer one, is found in what they made. The text follows from the component and from the place of the value in
 * its arguments, so that it is the same in every run; one output given twice has one text.
 */
export class LateValues {
  readonly #values = new Map<string, LateValue>();
  readonly #texts = new WeakMap<object, string>();

  /**
   * A copy of some arguments with a text in the place of each late value. Instances of classes, such as bundles, stay what they are.
   *
   * @param value the arguments
   * @param place what tells them apart from all others of the program, such as `OperatorRegistry hello`
   */
  public plain<Value>(value: Value, place: string): Value {
    return this.#plain(value, place) as Value;
  }

  /** Where the first late value in a text was given; undefined when there is none. */
  public placeIn(text: string): string | undefined {
    return namesIn(text).map((name) => this.#values.get(name)?.place).find((place) => place !== undefined);
  }

  #plain(value: unknown, place: string): unknown {
    if (pulumi.Output.isInstance(value) || value instanceof Promise) {
      return this.#placeholder(value, place);
    }
    if (Array.isArray(value)) {
      return value.map((item, index) => this.#plain(item, `${place}[${index}]`));
    }
    if (isPlainObject(value)) {
      return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, this.#plain(item, `${place}.${key}`)]));
    }
    return value;
  }

  #placeholder(late: object, place: string): string {
    const text = this.#texts.get(late) ?? `late-${createHash('sha256').update(place).digest('hex').slice(0, 20)}`;
    this.#texts.set(late, text);
    this.#values.set(text, { value: pulumi.output(late), place });
    return text;
  }

  /** What constructs made, with the late values in their places again. */
  public restore(value: unknown): unknown {
    if (typeof value === 'string') {
      return this.#restoreText(value);
    }
    if (Array.isArray(value)) {
      return value.map((item) => this.restore(item));
    }
    if (isPlainObject(value)) {
      return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, this.restore(item)]));
    }
    return value;
  }

  #restoreText(text: string): unknown {
    const whole = this.#values.get(text);
    if (whole !== undefined) {
      return whole.value;
    }
    const names = namesIn(text).filter((name) => this.#values.has(name));
    return names.length === 0 ? text : pulumi.all(names.map((name) => this.#values.get(name)!.value)).apply((found) => {
      const known = new Map(names.map((name, index) => [name, found[index]]));
      return text.replace(PLACEHOLDER, (name) => (known.has(name) ? String(known.get(name)) : name));
    });
  }
}

function namesIn(text: string): string[] {
  return text.match(PLACEHOLDER) ?? [];
}

function isPlainObject(value: unknown): value is { [key: string]: unknown } {
  if (typeof value !== 'object' || value === null) {
    return false;
  }
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}
