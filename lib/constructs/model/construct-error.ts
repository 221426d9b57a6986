import { IConstruct } from 'constructs';
import { printableMessage } from '../../text/printable';

/**
 * An invalid prop of a construct, with the construct's path. The path of the app itself is empty, and omitted.
 *
 * Thrown while the app is constructed, where the construct cannot be completed. Problems that need the whole app (sizes, conflicts with other
 * constructs) are validations of the construct, all of which cdk8s reports together.
 */
export class ConstructError extends Error {
  readonly #path: string;

  /**
   * @param scope the construct with the invalid prop
   * @param problem the problem, the value found, and the remedy
   */
  public constructor(scope: IConstruct, problem: string) {
    super(printableMessage(scope.node.path === '' ? problem : `[${scope.node.path}] ${problem}`));
    this.name = 'ConstructError';
    this.#path = scope.node.path;
  }

  /** Path of the construct in the app, such as `chart/registry`. */
  public get path(): string {
    return this.#path;
  }
}
