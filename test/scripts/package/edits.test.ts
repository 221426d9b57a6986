import { decode } from '@jridgewell/sourcemap-codec';
import ts from 'typescript';
import { type Edit, edited, editedMap } from '../../../scripts/package/edits';
import { lazify } from '../../../scripts/package/lazify';

describe('edited', () => {
  it('makes all edits, in any order', () => {
    const edits: Edit[] = [{ start: 5, end: 5, text: '()' }, { start: 0, end: 1, text: 'y' }];
    expect(edited('x = a.b;', edits)).toBe('y = a().b;');
  });

  it('keeps the order of edits at one position', () => {
    expect(edited('ab', [{ start: 1, end: 1, text: '(' }, { start: 1, end: 1, text: ')' }])).toBe('a()b');
  });
});

describe('editedMap', () => {
  /** Compiles a module for the package, and returns where a piece of its code is in the source, as line and column. */
  function positionOf(piece: string, source: string): [line: number, column: number] {
    const options = { module: ts.ModuleKind.CommonJS, target: ts.ScriptTarget.ES2022, sourceMap: true };
    const { outputText, sourceMapText } = ts.transpileModule(source, { compilerOptions: options });
    const edits = lazify(outputText, () => undefined);
    const lines = edited(outputText, edits).split('\n');
    const line = lines.findIndex(text => text.includes(piece));
    const column = lines[line]!.indexOf(piece);
    const { mappings } = JSON.parse(editedMap(sourceMapText!, outputText, edits)) as { mappings: string };
    const [, , sourceLine, sourceColumn] = decode(mappings)[line]!.find(([start]) => start === column)!;
    return [sourceLine!, sourceColumn!];
  }

  const SOURCE = "import { a, b } from './letters';\n\nexport function f(): number { return a() + b(); }\nexport const g = (): number => new b.C(1) + a();\n";

  it.each([
    ['f() {', 2, 16],
    ['letters_1().a)()', 2, 37],
    ['letters_1().b)()', 2, 43],
    ['1)', 3, 39],
    ['letters_1().a)();', 3, 44],
  ])('knows where `%s` comes from', (piece, line, column) => {
    expect(positionOf(piece, SOURCE)).toEqual([line, column]);
  });
});
