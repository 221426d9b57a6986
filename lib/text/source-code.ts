import { escapedCharacter, printable, printableJsonText } from './printable';

/** Returns an untrusted string as a literal of TypeScript in single quotes; what a reader of the code would not see, or a log obeys, is escaped. */
export function stringLiteral(value: string): string {
  const units = [...value].map((character) => (
    character === '\\' || character === "'" ? `\\${character}` : printable(character) === character ? character : escapedCharacter(character)
  ));
  return `'${printableJsonText(units.join(''))}'`;
}

/** Returns an untrusted text for a comment in code, which it cannot end: its line breaks stay. */
export function commentText(value: string): string {
  return value.split('\n').map(printable).join('\n').replaceAll('*/', '* /');
}
