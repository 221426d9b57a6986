import type { SourcePosition } from '../json/source-position';

/** Thrown if Go's readers would refuse a file as YAML. The message does not contain the position. */
export class YamlSyntaxError extends Error {
  /** Position of the error. */
  public readonly position: SourcePosition;

  /** Whether a limit was exceeded; the YAML itself may be valid. */
  public readonly limit: boolean;

  /**
   * @param message what is wrong, and the remedy unless it is obvious
   * @param position position of the error
   * @param limit whether a limit was exceeded
   */
  public constructor(message: string, position: SourcePosition, limit = false) {
    super(message);
    this.name = 'YamlSyntaxError';
    this.position = position;
    this.limit = limit;
  }
}
