import { optionProblem, type OptionsCheck, type OptionsName } from '../../formats/options/check-options';

/**
 * Checks arguments that no compiler has checked.
 *
 * @param what name of the arguments, such as `args of OperatorRegistry 'hello'`
 * @param name interface of the arguments, such as `OperatorRegistryArgs`
 * @param isSubclass whether a subclass may have more
 * @throws Error if a key is unknown, a value is of another type or an output where none can be, or a required argument is missing
 */
export function checkArgs(what: string, name: OptionsName, args: unknown, isSubclass = false): void {
  refuse({ what, isOpen: isSubclass, isRequired: true }, name, args);
}

/** Checks the arguments of a waiter, which may be outputs as a whole. See `checkArgs`. */
export function checkWaiterArgs(what: string, name: OptionsName, args: unknown, isSubclass = false): void {
  refuse({ what, isOpen: isSubclass, isRequired: true, hasLateObjects: true }, name, args);
}

function refuse(check: OptionsCheck, name: OptionsName, args: unknown): void {
  const problem = optionProblem(check, name, args);
  if (problem !== undefined) {
    throw new Error(problem);
  }
}
