import type { IConstruct } from 'constructs';
import { aroundSynthesis } from './app-synthesis';

/** Marks apps whose errors are rewritten, for all copies of this library. */
const REWRITTEN = Symbol.for('olm-constructs.RootProblems');

/**
 * Lets an app print the problems of its root without the empty path `[]` that cdk8s writes before them: they name the constructs that they are about.
 *
 * @param construct any construct of the app
 */
export function omitEmptyPaths(construct: IConstruct): void {
  const app = construct.node.root;
  if (REWRITTEN in app) {
    return;
  }
  Object.defineProperty(app, REWRITTEN, { value: true });
  aroundSynthesis(app, withoutEmptyPaths);
}

/** Runs a function, and removes the empty paths from the error that cdk8s throws for the problems of constructs. */
export function withoutEmptyPaths<Result>(run: () => Result): Result {
  try {
    return run();
  } catch (error) {
    if (error instanceof Error) {
      // The stack, which Node prints, has the message, too.
      const { message, stack } = error;
      Object.assign(error, { message: shortened(message), ...(stack === undefined ? {} : { stack: shortened(stack) }) });
    }
    throw error;
  }
}

function shortened(lines: string): string {
  return lines.replaceAll('\n  [] ', '\n  ');
}
