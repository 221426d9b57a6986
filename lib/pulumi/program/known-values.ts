import * as pulumi from '@pulumi/pulumi';
import { exactJson } from '../../formats/json/exact-json';
import { isObjectLiteral } from '../../formats/json/json-value';
import type { OptionsName } from '../../formats/options/check-options';
import { type LateKind, replaceLateOptions, replaceLateValues, type ReplaceLate } from '../../formats/options/late-values';
import { OutputPlaceholders } from './output-placeholders';

/** Part of the SDK's Outputs that its types leave out. */
type AnyOutput = pulumi.Output<unknown> & {
  promise(withUnknowns?: boolean): Promise<unknown>;
  readonly isKnown: Promise<boolean>;
  readonly isSecret: Promise<boolean>;
};

/**
 * Values of outputs, as far as they are known. A value that is unknown in a preview, and each secret, has a placeholder instead: an unknown value one
 * for each output, so that the same output is equal to itself, and a secret one for each value, so that it never gets into a message.
 */
export class KnownValues {
  public readonly placeholders = new OutputPlaceholders();

  readonly #secrets = new Map<string, object>();
  readonly #placeholdersOfSecrets = new Set<string>();

  /** Returns whether a placeholder is that of a secret. */
  public isSecret(placeholder: string): boolean {
    return this.#placeholdersOfSecrets.has(placeholder);
  }

  /**
   * Returns a copy of arguments with the values of their outputs. Instances of classes, such as bundles, are not copied.
   *
   * @param name interface of the arguments
   * @param path path of the arguments, such as `OperatorRegistry 'hello': args`
   */
  public resolveArgs(name: OptionsName, args: object, path: string): Promise<object> {
    return this.#resolveAll((replace) => replaceLateOptions(name, args, path, replace));
  }

  /**
   * Returns a copy of a value with the values of its outputs. Instances of classes, such as bundles, are not copied.
   *
   * @param path path of the value, such as `Namespace 'team': metadata`
   */
  public resolve(value: unknown, path: string): Promise<unknown> {
    return this.#resolveAll((replace) => replaceLateValues(value, path, replace));
  }

  /** Returns the placeholder of a value that is nowhere in the program. */
  public unknown(path: string): string {
    return this.placeholders.placeholderOf({}, path);
  }

  /** Walks over a value twice: to find its outputs, and to replace them by their values. */
  async #resolveAll<Value>(walk: (replace: ReplaceLate) => Value): Promise<Value> {
    const found: Parameters<ReplaceLate>[] = [];
    walk((...late) => void found.push(late));
    const values = new Map<string, unknown>();
    // One after the other, so that messages do not depend on which output is known first.
    for (const [late, kind, path] of found) {
      values.set(path, await this.#resolveOutput(late, kind, path));
    }
    return walk((_late, _kind, path) => values.get(path));
  }

  async #resolveOutput(output: object, kind: LateKind, path: string): Promise<unknown> {
    try {
      const unwrapped = pulumi.output(output) as unknown as AnyOutput;
      const [value, isSecret] = await Promise.all([unwrapped.promise(true), unwrapped.isSecret]);
      if (isSecret) {
        return this.#placeholderOfSecret(value, output, kind, path);
      }
      // In a preview, a field that the API server fills is missing from the output instead of unknown.
      const isMissing = value === undefined && pulumi.runtime.isDryRun();
      const isPartlyKnown = await unwrapped.isKnown || (pulumi.containsUnknowns(value) && !pulumi.isUnknown(value));
      return isPartlyKnown && !isMissing ? this.#resolveKnown(value, path) : this.placeholders.standIn(output, kind, path);
    } catch {
      // The program fails with the error of the output.
      return this.placeholders.standIn(output, kind, path);
    }
  }

  /** A value that is known as a whole may contain unknown ones. */
  #resolveKnown(value: unknown, path: string): unknown {
    if (pulumi.isUnknown(value)) {
      return this.unknown(path);
    }
    if (Array.isArray(value)) {
      return value.map((item, index) => this.#resolveKnown(item, `${path}[${index}]`));
    }
    return isObjectLiteral(value) ? Object.fromEntries(Object.entries(value).map(([key, item]) => [key, this.#resolveKnown(item, `${path}.${key}`)])) : value;
  }

  #placeholderOfSecret(value: unknown, output: object, kind: LateKind, path: string): unknown {
    const text = pulumi.containsUnknowns(value) ? undefined : exactJson(value);
    const key = text === undefined ? output : this.#secrets.get(text) ?? output;
    if (text !== undefined) {
      this.#secrets.set(text, key);
    }
    const standIn = this.placeholders.standIn(key, kind, path);
    this.#placeholdersOfSecrets.add(typeof standIn === 'string' ? standIn : Object.keys(standIn)[0]!);
    return standIn;
  }
}
