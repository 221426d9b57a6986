import type { IConstruct } from 'constructs';
import type { LateValues } from './late-values';

/**
 * Checks a construct and all in it against everything that is in its app by now. Those that come later are checked against it in turn.
 * What a check says of a value that is not known yet is left out: nobody can tell whether it holds.
 *
 * @throws Error when something is wrong, with every problem, each with the construct's path
 */
export function checkConstruct(construct: IConstruct, late: LateValues): void {
  const problems = construct.node.findAll()
    .flatMap((child) => child.node.validate().map((problem) => `[${child.node.path}] ${problem}`))
    .filter((problem) => late.placeIn(problem) === undefined);
  if (problems.length === 1) {
    throw new Error(problems[0]);
  }
  if (problems.length > 1) {
    throw new Error(`${problems.length} problems\n${problems.map((problem) => `  ${problem}`).join('\n')}`);
  }
}

/**
 * Makes a construct, and explains the error of one that cannot be made because a value is not known yet.
 *
 * @throws Error as the construct does, or that a value decides what is made
 */
export function withoutLateValues<Made>(late: LateValues, make: () => Made): Made {
  try {
    return make();
  } catch (error) {
    const place = error instanceof Error ? late.placeIn(error.message) : undefined;
    throw place === undefined ? error : decidesError(place);
  }
}

/** Says that a value must not be an output. */
export function decidesError(place: string): Error {
  return new Error(
    `${place} decides what is made, so that it must be known when the program runs; got an output of another resource: give a plain value`,
  );
}
