/** Returns a string on one line, truncated to a maximum number of characters. */
export function oneLine(value: string, maxLength: number): string {
  const characters = [...value.replace(/\s+/g, ' ')];
  return characters.length <= maxLength ? characters.join('') : `${characters.slice(0, maxLength - 1).join('')}…`;
}
