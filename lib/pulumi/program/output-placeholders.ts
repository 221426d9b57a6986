import { createHash } from 'node:crypto';
import * as pulumi from '@pulumi/pulumi';
import { isObjectLiteral } from '../../formats/json/json-value';
import type { OptionsName } from '../../formats/options/check-options';
import { type LateKind, replaceLateOptions } from '../../formats/options/late-values';
import { checkedValue, textOf } from './output-values';

/** A string that takes the place of an output. It is a valid Kubernetes name, so it is accepted wherever a name, a label or its key is. */
const PLACEHOLDER = /late-[0-9a-f]{20}/g;

/** What constructs get in place of an output: a placeholder, or a map with it. */
export type StandIn = string | { readonly [placeholder: string]: string };

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
 * used twice has only one placeholder. An output of a map is replaced by a map with the placeholder as its only key and value, so that constructs can
 * merge it with others.
 */
export class OutputPlaceholders {
  readonly #values = new Map<string, PlaceholderValue>();
  readonly #scalars = new WeakMap<object, string>();
  readonly #maps = new WeakMap<object, string>();

  /**
   * Returns a copy of arguments with placeholders instead of outputs. Instances of classes, such as bundles, are not copied.
   *
   * @param name interface of the arguments
   * @param path path of the arguments, unique in the program, such as `OperatorRegistry 'hello': args`
   */
  public replaceOutputs(name: OptionsName, args: object, path: string): object {
    return replaceLateOptions(name, args, path, (output, kind, at) => {
      const placeholder = this.#placeholderOf(output, kind, at);
      // Each argument with the output checks its value, and the last one describes it, because errors are about the component that is being created.
      this.#values.set(placeholder, { value: checkedValue(this.#values.get(placeholder)!.value, kind, at), path: at });
      return asKind(kind, placeholder);
    });
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
   * Returns the value that constructs get in place of an output.
   *
   * @param key the output, or another object that stands for the value
   * @param kind what the value is once it is known
   * @param path path of the argument; the first argument that contained the output describes it
   */
  public standIn(key: object, kind: LateKind, path: string): StandIn {
    return asKind(kind, this.#placeholderOf(key, kind, path));
  }

  /** Returns the placeholder of a value of any kind but a map. See `standIn`. */
  public placeholderOf(key: object, path: string): string {
    return this.#placeholderOf(key, 'any', path);
  }

  #placeholderOf(key: object, kind: LateKind, path: string): string {
    const ofKind = kind === 'map' ? this.#maps : this.#scalars;
    const known = ofKind.get(key);
    if (known !== undefined) {
      return known;
    }
    const placeholder = this.#unusedPlaceholder(path);
    ofKind.set(key, placeholder);
    this.#values.set(placeholder, { value: pulumi.output(key), path });
    return placeholder;
  }

  /** Two components with different parents may have the same name, and so the same paths. */
  #unusedPlaceholder(path: string): string {
    const numbered = (twin: number): string => {
      const placeholder = `late-${createHash('sha256').update(twin === 1 ? path : `${path}~${twin}`).digest('hex').slice(0, 20)}`;
      return this.#values.has(placeholder) ? numbered(twin + 1) : placeholder;
    };
    return numbered(1);
  }

  /**
   * Returns a copy of a value with the outputs instead of their placeholders. Pulumi has no integers beyond 2^53:
   * `roundedInteger` finds those that would change.
   */
  public restoreOutputs(value: unknown): unknown {
    if (typeof value === 'string') {
      return this.#restored(value);
    }
    if (Array.isArray(value)) {
      return value.map((item) => this.restoreOutputs(item));
    }
    if (isObjectLiteral(value)) {
      return this.#restoredMap(Object.entries(value));
    }
    return typeof value === 'bigint' ? Number(value) : value;
  }

  /** A map with outputs among its keys is an output as a whole. */
  #restoredMap(entries: readonly (readonly [string, unknown])[]): unknown {
    const restored = entries.map(([key, item]) => ({ key: this.#restored(key), item: this.restoreOutputs(item) }));
    if (restored.every(({ key }) => typeof key === 'string')) {
      return Object.fromEntries(restored.map(({ key, item }) => [key, item]));
    }
    return pulumi.output(restored).apply((known) => Object.fromEntries(known.flatMap(({ key, item }): [string, unknown][] => (
      isObjectLiteral(key) ? Object.entries(key) : [[String(key), item]]
    ))));
  }

  #restored(value: string): unknown {
    const whole = this.#values.get(value);
    if (whole !== undefined) {
      return whole.value;
    }
    const placeholders = this.in(value);
    return placeholders.length === 0 ? value : pulumi.all(placeholders.map((placeholder) => this.#values.get(placeholder)!.value)).apply((found) => {
      const known = new Map(placeholders.map((placeholder, index) => [placeholder, textOf(found[index], this.#values.get(placeholder)!.path)]));
      return value.replace(PLACEHOLDER, (placeholder) => known.get(placeholder) ?? placeholder);
    });
  }
}

function asKind(kind: LateKind, placeholder: string): StandIn {
  return kind === 'map' ? { [placeholder]: placeholder } : placeholder;
}

function placeholdersIn(value: string): string[] {
  return value.match(PLACEHOLDER) ?? [];
}
