import ts from 'typescript';

/** Whether a symbol is declared in this project. */
export function isOwn(root: string, { declarations = [] }: ts.Symbol): boolean {
  return declarations.length > 0 && declarations.every((declaration) => {
    const file = declaration.getSourceFile().fileName;
    return file.startsWith(root) && !file.includes('/node_modules/');
  });
}

/** Whether a symbol is declared in this project or in cdk8s, of which a class of ours may extend one with props. */
export function isOwnOrOfCdk8s(root: string, symbol: ts.Symbol): boolean {
  const { declarations = [] } = symbol;
  return isOwn(root, symbol)
    || (declarations.length > 0 && declarations.every((declaration) => declaration.getSourceFile().fileName.includes('/node_modules/cdk8s/')));
}

/** Whether a declaration is private or protected. */
export function isHiddenFromLibrary(declaration: ts.Declaration): boolean {
  return (ts.getCombinedModifierFlags(declaration) & (ts.ModifierFlags.Private | ts.ModifierFlags.Protected)) !== 0
    || ts.getNameOfDeclaration(declaration)?.kind === ts.SyntaxKind.PrivateIdentifier;
}

/** Whether a declaration is not part of the API. */
export function isHidden(declaration: ts.Declaration): boolean {
  return isHiddenFromLibrary(declaration) || ts.getJSDocTags(declaration).some((tag) => tag.tagName.text === 'internal');
}

/** Whether only the type of a class is exported, so that users cannot create instances. */
export function isTypeOnly({ declarations = [] }: ts.Symbol): boolean {
  return declarations.some((declaration) => ts.isExportSpecifier(declaration) && (declaration.isTypeOnly || declaration.parent.parent.isTypeOnly));
}
