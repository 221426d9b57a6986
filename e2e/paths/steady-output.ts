/** Returns output without what differs from run to run: durations, ages, generated names, and the width of columns with them. */
export function steady(output: string): string {
  return output
    .replace(/\b(?:\d+ (?:min|h) )?\d+(?:\.\d+)? (?:ms|s)\b/g, '1 s')
    .replace(/(?<=\s)(?:\d+[dhm])?\d+[smh]$/gm, '1s')
    .replace(/\b(install)-[a-z0-9]{5}\b/g, '$1-abcde')
    .replace(/(?<=\S) {2,}/g, '  ')
    .replace(/ +$/gm, '');
}
