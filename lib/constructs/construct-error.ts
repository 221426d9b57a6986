import { IConstruct } from 'constructs';

/**
 * What is wrong with the arguments of a construct, told with the construct's path.
 *
 * Thrown while the app is being built, when the construct cannot go on. What can wait until everything
 * is known (sizes, clashes with other constructs) is a validation of the construct instead, so that
 * cdk8s reports all of it at once.
 */
export class ConstructError extends Error {
  /** The path of the construct in the app, for example `chart/registry`. */
  public readonly path: string;

  /**
   * @param scope the construct whose arguments are wrong
   * @param problem what is wrong, what was got, and the remedy
   */
  public constructor(scope: IConstruct, problem: string) {
    super(`[${scope.node.path}] ${problem}`);
    this.name = 'ConstructError';
    this.path = scope.node.path;
  }
}
