import { createHash } from 'node:crypto';
import * as pulumi from '@pulumi/pulumi';
import { isObjectLiteral } from '../../formats/json/json-value';

/** A string that takes the place of an output. It is a valid Kubernetes name, so it is accepted wherever a name is. */
const PLACEHOLDER = /late-[0-9a-f]{20}/g;

/** Output or promise behind a placeholder, and the path of the argument that contained it. */
interface PlaceholderValue {
  readonly value: pulumi.Output<unknown>;
  readonly path: string;
}

/** Path of an argument or field, and what has it: `OperatorSubscription 'hello': args.namespace`. */
const OWNER_AND_FIELD = /^(.*): ([^:]*)$/;

/**
 * Outputs and promises in the arguments of components.
 *
 * Constructs need plain values. So each output is replaced by a placeholder, and restored wherever the placeholder occurs in their objects, alone or
 * inside a longer string. A placeholder is derived from the component and the path of the argument, so it is the same in every run. An output that is
 * used twice has only one placeholder.
 */
export class OutputPlaceholders {
  readonly #values = new Map<string, PlaceholderValue>();
  readonly #placeholders = new WeakMap<object, string>();

  /**
   * Returns a copy of arguments with placeholders instead of outputs. Instances of classes, such as bundles, are not copied.
   *
   * @param path path of the arguments, unique in the program, such as `OperatorRegistry 'hello': args`
   */
  public replaceOutputs<Value>(value: Value, path: string): Value {
    return this.#replaced(value, path) as Value;
  }

  /** Returns the path of the argument behind the first placeholder in a string, or undefined. */
  public pathIn(value: string): string | undefined {
    return placeholdersIn(value).map((placeholder) => this.#values.get(placeholder)?.path).find((path) => path !== undefined);
  }

  /** Whether there are any outputs. */
  public get isEmpty(): boolean {
    return this.#values.size === 0;
  }

  /** Returns the placeholders in a string. */
  public in(value: string): string[] {
    return placeholdersIn(value).filter((placeholder) => this.#values.has(placeholder));
  }

  /** Returns a sentence with the argument of each output instead of its placeholder, such as `<args.namespace of OperatorSubscription 'hello'>`. */
  public describe(sentence: string): string {
    return sentence.replace(PLACEHOLDER, (placeholder) => {
      const path = this.#values.get(placeholder)?.path;
      return path === undefined ? placeholder : `<${path.replace(OWNER_AND_FIELD, '$2 of $1')}>`;
    });
  }

  /**
   * Returns the placeholder of a value. The first argument that contained it describes it.
   *
   * @param key the output, or another object that stands for the value
   * @param path path of the argument
   */
  public placeholderOf(key: object, path: string): string {
    return this.#placeholders.get(key) ?? this.#placeholderFor(key, path);
  }

  /**
   * Returns a copy of a value with the outputs instead of their placeholders. Integers beyond 2^53 are rounded, because Pulumi does not support them.
   */
  public restoreOutputs(value: unknown): unknown {
    if (typeof value === 'string') {
      return this.#restored(value);
    }
    if (Array.isArray(value)) {
      return value.map((item) => this.restoreOutputs(item));
    }
    if (isObjectLiteral(value)) {
      return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, this.restoreOutputs(item)]));
    }
    return typeof value === 'bigint' ? Number(value) : value;
  }

  #replaced(value: unknown, path: string): unknown {
    if (pulumi.Output.isInstance(value) || value instanceof Promise) {
      return this.#placeholderFor(value, path);
    }
    if (Array.isArray(value)) {
      return value.map((item, index) => this.#replaced(item, `${path}[${index}]`));
    }
    if (isObjectLiteral(value)) {
      return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, this.#replaced(item, `${path}.${key}`)]));
    }
    return value;
  }

  #placeholderFor(output: object, path: string): string {
    const placeholder = this.#placeholders.get(output) ?? `late-${createHash('sha256').update(path).digest('hex').slice(0, 20)}`;
    this.#placeholders.set(output, placeholder);
    this.#values.set(placeholder, { value: pulumi.output(output), path });
    return placeholder;
  }

  #restored(value: string): unknown {
    const whole = this.#values.get(value);
    if (whole !== undefined) {
      return whole.value;
    }
    const placeholders = placeholdersIn(value).filter((placeholder) => this.#values.has(placeholder));
    return placeholders.length === 0 ? value : pulumi.all(placeholders.map((placeholder) => this.#values.get(placeholder)!.value)).apply((found) => {
      const known = new Map(placeholders.map((placeholder, index) => [placeholder, found[index]]));
      return value.replace(PLACEHOLDER, (placeholder) => (known.has(placeholder) ? String(known.get(placeholder)) : placeholder));
    });
  }
}

function placeholdersIn(value: string): string[] {
  return value.match(PLACEHOLDER) ?? [];
}
