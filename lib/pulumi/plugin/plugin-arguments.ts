/**
 * Returns the address of Pulumi's engine, with which it starts a plugin after its own options.
 *
 * @returns undefined if there is none
 */
export function engineAddress(args: readonly string[]): string | undefined {
  const tracing = args.indexOf('--tracing');
  return args.find((argument, index) => !argument.startsWith('-') && (tracing < 0 || index !== tracing + 1));
}
