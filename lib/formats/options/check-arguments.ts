import { printableMessage } from '../../text/printable';
import { type CallName, optionProblem } from './check-options';

/**
 * Checks the arguments of a function or method of the public API, since no compiler checks them in plain JavaScript. Objects with options are checked
 * with `checkOptions`.
 *
 * @param call its name in the table, such as `Catalog.fromFile` or `Catalog#findPackage`
 * @param values arguments by their names
 * @throws Error with the argument and the call, what it got, what it takes, and how to make that
 */
export function checkArguments(call: CallName, values: object): void {
  const what = call.replace(/^pulumi\./, '').replace('#', '.');
  const problem = optionProblem({ what, in: ` of ${what}` }, call, values);
  if (problem !== undefined) {
    throw new Error(printableMessage(problem));
  }
}
