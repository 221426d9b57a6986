import { type CommandEntry, flagName } from './command';
import type { Options } from './option';

/**
 * Moves options that are before the name of a command behind it, where the parser expects them: `-n shop status` becomes `status -n shop`. A command
 * line with another option in that place is returned unchanged.
 *
 * @param globals options that may be before the name of a command
 */
export function commandFirst(args: readonly string[], entries: readonly CommandEntry[], globals: Options): readonly string[] {
  const takesValue = new Map(Object.entries(globals).flatMap(([key, { short, value }]) => (
    [flagName(key), ...(short === undefined ? [] : [`-${short}`])].map((name): [string, boolean] => [name, value !== undefined])
  )));
  const [words, options]: [string[], string[]] = [[], []];
  for (let index = 0; index < args.length; index++) {
    const word = args[index]!;
    if (word.startsWith('-')) {
      const [name = ''] = word.startsWith('--') ? word.split('=') : [word.slice(0, 2)];
      const hasValue = takesValue.get(name);
      if (hasValue === undefined) {
        return args;
      }
      const isComplete = !hasValue || word !== name || index + 1 === args.length;
      options.push(word);
      if (!isComplete) {
        options.push(args[++index]!);
      }
    } else {
      words.push(word);
      const name = words.join(' ');
      if (!entries.some((entry) => entry.name.startsWith(`${name} `))) {
        return [...words, ...options, ...args.slice(index + 1)];
      }
    }
  }
  return [...words, ...options];
}
