/** Returns the lines that waiters print from now on, instead of printing them. `jest.restoreAllMocks` ends it. */
export function printedLines(): string[] {
  const lines: string[] = [];
  jest.spyOn(process.stdout, 'write').mockImplementation((line) => {
    lines.push(String(line).trimEnd());
    return true;
  });
  return lines;
}
