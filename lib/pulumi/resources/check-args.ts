import * as pulumi from '@pulumi/pulumi';
import { OUTPUT_REMEDY } from '../../formats/options/expected-value';
import { gotValue, isLate, isOutputText } from '../../formats/options/found-value';
import { replaceLateValues } from '../../formats/options/late-values';
import { optionProblem, type OptionsCheck, type OptionsName } from '../../formats/options/check-options';
import { printableMessage } from '../../text/printable';

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

/**
 * Checks that Pulumi runs the program, and the name of a resource.
 *
 * @param what class of the resource
 * @throws Error if nothing would be created, or an output became part of the name
 */
export function checkName(what: string, name: string): void {
  // Without Pulumi, its SDK registers nothing, and says nothing.
  if (pulumi.runtime.getStackResource() === undefined && !pulumi.runtime.hasMonitor()) {
    throw new Error(printableMessage(`${what} '${name}' creates nothing, because Pulumi does not run this program: run it with \`pulumi preview\` or \`pulumi up\`, or call `
      + '`pulumi.runtime.setMocks` before it in a test'));
  }
  if (isLate(name) || isOutputText(name)) {
    throw new Error(printableMessage(`the name of the ${what} must be a plain string, got ${gotValue(name)}: Pulumi needs the names of resources before any Output is known`));
  }
}

/**
 * Checks that there is no output in an argument that decides what is created.
 *
 * @param path path of the argument, such as `args.values`
 * @throws Error with the path of the first output
 */
export function checkWithoutOutputs(what: string, path: string, value: unknown): void {
  replaceLateValues(value, path, (late, _kind, at) => {
    throw new Error(printableMessage(`${what}: ${at} must be a plain value, got ${gotValue(late)}: ${OUTPUT_REMEDY}`));
  });
}

function refuse(check: OptionsCheck, name: OptionsName, args: unknown): void {
  const problem = optionProblem(check, name, args);
  if (problem !== undefined) {
    throw new Error(printableMessage(problem));
  }
}
