import * as pulumi from '@pulumi/pulumi';
import { isObjectLiteral } from '../../formats/json/json-value';
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
   * Returns a copy of a value with the values of its outputs. Instances of classes, such as bundles, are not copied.
   *
   * @param path path of the value, such as `OperatorRegistry 'hello': args`
   */
  public async resolve(value: unknown, path: string): Promise<unknown> {
    if (pulumi.Output.isInstance(value) || value instanceof Promise) {
      return this.#resolveOutput(value, path);
    }
    return this.#resolveIn(value, path, (item, of) => this.resolve(item, of));
  }

  /** Returns the placeholder of a value that is nowhere in the program. */
  public unknown(path: string): string {
    return this.placeholders.placeholderOf({}, path);
  }

  async #resolveOutput(output: object, path: string): Promise<unknown> {
    try {
      const unwrapped = pulumi.output(output) as unknown as AnyOutput;
      const [value, isSecret] = await Promise.all([unwrapped.promise(true), unwrapped.isSecret]);
      if (isSecret) {
        return this.#placeholderOfSecret(value, output, path);
      }
      // In a preview, a field that the API server fills is missing from the output instead of unknown.
      const isMissing = value === undefined && pulumi.runtime.isDryRun();
      const isPartlyKnown = await unwrapped.isKnown || (pulumi.containsUnknowns(value) && !pulumi.isUnknown(value));
      return isPartlyKnown && !isMissing ? await this.#resolveKnown(value, path) : this.placeholders.placeholderOf(output, path);
    } catch {
      // The program fails with the error of the output.
      return this.placeholders.placeholderOf(output, path);
    }
  }

  /** A value that is known as a whole may contain unknown ones. */
  async #resolveKnown(value: unknown, path: string): Promise<unknown> {
    return pulumi.isUnknown(value) ? this.unknown(path) : this.#resolveIn(value, path, (item, of) => this.#resolveKnown(item, of));
  }

  async #resolveIn(value: unknown, path: string, resolve: (item: unknown, path: string) => Promise<unknown>): Promise<unknown> {
    if (Array.isArray(value)) {
      return Promise.all(value.map((item, index) => resolve(item, `${path}[${index}]`)));
    }
    if (!isObjectLiteral(value)) {
      return value;
    }
    const entries = Object.entries(value).map(async ([key, item]) => [key, await resolve(item, `${path}.${key}`)] as const);
    return Object.fromEntries(await Promise.all(entries));
  }

  #placeholderOfSecret(value: unknown, output: object, path: string): string {
    const text = pulumi.containsUnknowns(value) ? undefined : JSON.stringify(value);
    const key = text === undefined ? output : this.#secrets.get(text) ?? output;
    if (text !== undefined) {
      this.#secrets.set(text, key);
    }
    const placeholder = this.placeholders.placeholderOf(key, path);
    this.#placeholdersOfSecrets.add(placeholder);
    return placeholder;
  }
}
