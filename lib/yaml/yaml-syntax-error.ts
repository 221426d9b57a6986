import type { SourcePosition } from '../source-position';

/** Thrown where a text is not what Go's readers take as YAML. The message says what is wrong, without the place. */
export class YamlSyntaxError extends Error {
  /** Where it is wrong. */
  public readonly position: SourcePosition;

  /** Whether a limit was exceeded; the text may be right then. */
  public readonly limit: boolean;

  /**
   * @param message what is wrong, and the remedy where it is not plain
   * @param position where it is wrong
   * @param limit whether a limit was exceeded
   */
  public constructor(message: string, position: SourcePosition, limit = false) {
    super(message);
    this.name = 'YamlSyntaxError';
    this.position = position;
    this.limit = limit;
  }
}
