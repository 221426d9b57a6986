import { inspect } from 'node:util';
import { CatalogError } from '../../../lib/catalog/declcfg/catalog-error';
import { CatalogErrorCode, type CatalogProblem } from '../../../lib/catalog/declcfg/catalog-problem';

const PROBLEMS: CatalogProblem[] = [
  { code: CatalogErrorCode.SYNTAX, message: 'one is wrong', file: 'a/catalog.yaml', line: 3, column: 1 },
  { code: CatalogErrorCode.NO_CHANNELS, message: 'two is wrong', packageName: 'demo' },
];

function manyProblems(count: number): CatalogProblem[] {
  return Array.from({ length: count }, (_, index) => ({ code: CatalogErrorCode.SYNTAX, message: `problem ${index}` }));
}

describe('a CatalogError', () => {
  const error = new CatalogError(PROBLEMS);

  it('has a name, the code of the first problem, and all problems', () => {
    const { name, code, problems } = error;
    expect({ name, code, problems }).toEqual({ name: 'CatalogError', code: 'syntax', problems: PROBLEMS });
  });

  it('keeps its problems if a caller changes the list', () => {
    error.problems.pop();
    expect(error.problems).toHaveLength(2);
  });

  it('prints each problem once if it is uncaught', () => {
    for (const message of ['one is wrong', 'two is wrong']) {
      expect(inspect(error).split(message)).toHaveLength(2);
    }
  });

  it.each<[string, Partial<CatalogProblem>, string]>([
    ['without a position', {}, 'is wrong'],
    ['with a file', { file: 'a.yaml' }, 'a.yaml: is wrong'],
    ['with a file and a line', { file: 'a.yaml', line: 3 }, 'a.yaml:3: is wrong'],
    ['with a line', { line: 3 }, 'line 3: is wrong'],
    ['with a line and a column', { line: 3, column: 2 }, 'line 3:2: is wrong'],
    ['in a package', { packageName: 'demo' }, 'is wrong'],
  ])('for one problem %s has a message of one line', (_what, position, message) => {
    expect(new CatalogError([{ code: CatalogErrorCode.SYNTAX, message: 'is wrong', ...position }]).message).toBe(message);
  });

  it('lists 100 problems', () => {
    expect(new CatalogError(manyProblems(100)).message.split('\n').at(-1)).toBe('└── problem 99');
  });

  it('counts further problems', () => {
    expect(new CatalogError(manyProblems(103)).message.split('\n').slice(-2)).toEqual(['├── problem 99', '└── and 3 more problems']);
  });
});
