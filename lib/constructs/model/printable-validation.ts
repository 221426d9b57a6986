import type { IValidation } from 'constructs';
import { printableMessage } from '../../text/printable';

/** Indent of the further lines of a problem. cdk8s indents problems with two spaces: no line of a problem must look like another problem. */
const INDENT = '    ';

/**
 * Returns a validation of a construct. cdk8s prints its problems as they are, with what others wrote into them, so each is made printable here. A
 * lint rule requires it for all validations.
 *
 * @param problems returns problems, as sentences; called when the app is synthesized
 */
export function printableValidation(problems: () => readonly string[]): IValidation {
  return { validate: () => problems().map((problem) => printableMessage(problem, INDENT)) };
}
