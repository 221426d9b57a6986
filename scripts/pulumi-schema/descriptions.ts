import ts from 'typescript';

/** Returns the docstring of a symbol as a description, with its default. */
export function describedBy(checker: ts.TypeChecker, symbol: ts.Symbol | undefined): string {
  if (symbol === undefined) {
    return '';
  }
  const text = ts.displayPartsToString(symbol.getDocumentationComment(checker)).replaceAll(/\s+/g, ' ').trim();
  const preset = symbol.getJsDocTags(checker).find(({ name }) => name === 'default');
  const value = ts.displayPartsToString(preset?.text).replaceAll(/\s+/g, ' ').replace(/^- /, '').trim();
  return [text, ...(value === '' ? [] : [`Default: ${value}.`])].filter((part) => part !== '').join(' ');
}
