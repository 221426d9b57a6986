import * as pulumi from '@pulumi/pulumi';
import { printableMessage } from '../../text/printable';

/** Argument whose value is checked once it is known. */
export interface LateArgument {
  /** Path of the argument, such as `args.image of ImageCatalog 'hello'`. */
  readonly path: string;

  /** What the value must be, for the error about a secret, whose value is not shown. */
  readonly expected: string;
}

/**
 * Returns an output of what a function makes of an argument, as soon as its value is known. An error of the function may contain the value, so that
 * an error about a secret is replaced.
 *
 * @throws in the output: the error of the function, or an Error that names the argument
 */
export function madeOfOutput<Value, Made>(
  input: pulumi.Input<Value>, { path, expected }: LateArgument, make: (value: Value, isSecret: boolean) => Made,
): pulumi.Output<Made> {
  const output = pulumi.output(input) as unknown as pulumi.Output<Value>;
  return output.apply<Made>(async (value) => {
    const isSecret = await isSecretOutput(output);
    try {
      return make(value, isSecret);
    } catch (error) {
      throw isSecret ? new Error(printableMessage(`${path} must be ${expected}, got a secret with another value, which is not shown; correct the value of the secret`)) : error;
    }
  });
}

/** Returns whether the value of an output is a secret, for which the types of the SDK have no property. */
function isSecretOutput(output: pulumi.Output<unknown>): Promise<boolean> {
  return (output as unknown as { readonly isSecret: Promise<boolean> }).isSecret;
}
