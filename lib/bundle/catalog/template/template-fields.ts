import { describe, isMap } from '../../json-value';

/**
 * Reads the fields of a template as Go decodes them: keys count whatever their case, null is as if it were not there, and a value of
 * another type is a fault.
 */
export class TemplateFields {
  readonly #fields: ReadonlyMap<string, unknown>;

  /**
   * @param where what the map is, for messages
   * @param faults takes what is wrong
   */
  public constructor(value: unknown, private readonly where: string, private readonly faults: string[]) {
    this.#fields = new Map(isMap(value) ? Object.entries(value).map(([key, inner]) => [key.toLowerCase(), inner]) : []);
    if (!isMap(value) && value !== null && value !== undefined) {
      this.#fault(where, 'a map', value);
    }
  }

  public text(key: string): string {
    return this.#typed(key, '', 'text', (value) => (typeof value === 'string' ? value : undefined));
  }

  public boolean(key: string): boolean {
    return this.#typed(key, false, 'true or false', (value) => (typeof value === 'boolean' ? value : undefined));
  }

  public list(key: string): readonly unknown[] {
    return this.#typed<readonly unknown[]>(key, [], 'a list', (value) => (Array.isArray(value) ? value as unknown[] : undefined));
  }

  public map(key: string): TemplateFields {
    return new TemplateFields(this.#fields.get(key.toLowerCase()), `${this.where}.${key}`, this.faults);
  }

  public items(key: string): TemplateFields[] {
    return this.list(key).map((item, index) => new TemplateFields(item, `${this.where}.${key}[${index}]`, this.faults));
  }

  /** Refuses every field but these, as upstream does where it reads strictly. */
  public only(...keys: readonly string[]): this {
    const known = new Set(keys.map((key) => key.toLowerCase()));
    for (const key of [...this.#fields.keys()].filter((name) => !known.has(name))) {
      this.faults.push(`${this.where} has a field "${key}" that is not part of it; remove it, or correct its name to one of ${keys.join(', ')}`);
    }
    return this;
  }

  #typed<Value>(key: string, empty: Value, what: string, as: (value: unknown) => Value | undefined): Value {
    const value = this.#fields.get(key.toLowerCase());
    if (value === undefined || value === null) {
      return empty;
    }
    const typed = as(value);
    if (typed === undefined) {
      this.#fault(`${this.where}.${key}`, what, value);
    }
    return typed ?? empty;
  }

  #fault(where: string, what: string, value: unknown): void {
    this.faults.push(`${where} must be ${what}, got ${describe(value)}`);
  }
}
