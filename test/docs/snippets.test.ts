import { documents, readDocument } from './documents';
import { markdownSnippets } from './markdown-snippets';
import { compileSnippets } from './snippet-compiler';
import { initPrograms } from '../cli/offline/init-programs';

/** Snippets of a document that does not exist; two of them do not compile. */
const WRONG = [
  { file: 'wrong.md', line: 10, code: 'import { App } from \'cdk8s\';\n\nconst app: number = new App();' },
  { file: 'wrong.md', line: 20, code: 'const app = 1;\n\nmissing(app);' },
  { file: 'wrong.md', line: 30, code: 'const app = "unused, which is fine";' },
];

describe('the TypeScript in the documents', () => {
  const read = documents().map((file) => markdownSnippets(file, readDocument(file)));

  it('is marked as ts', () => {
    expect(read.flatMap(({ problems }) => problems)).toEqual([]);
  });

  // Together, since a second compilation would read everything that the programs import again.
  let problems: readonly string[];
  beforeAll(async () => {
    const programs = await initPrograms();
    expect(programs).toHaveLength(7);
    problems = compileSnippets([...read.flatMap(({ snippets }) => snippets), ...programs, ...WRONG]);
  }, 60_000);

  it('compiles against the library, as the programs of `init` do', () => {
    expect(problems.filter((problem) => !problem.startsWith('wrong.md:'))).toEqual([]);
  });

  it('is reported with file and line if it does not compile', () => {
    expect(problems.filter((problem) => problem.startsWith('wrong.md:'))).toEqual([
      'wrong.md:12: Type \'App\' is not assignable to type \'number\'.',
      'wrong.md:22: Cannot find name \'missing\'.',
    ]);
  });
});

describe('a snippet', () => {
  it('is found with its line, also in a list', () => {
    const markdown = ['# Title', '', '```ts', 'const a = 1;', 'const b = a;', '```', '', '1. First', '', '   ~~~ts', '   const c = 1;', '   ~~~', ''].join('\n');
    expect(markdownSnippets('guide.md', markdown)).toEqual({
      problems: [],
      snippets: [
        { file: 'guide.md', line: 4, code: 'const a = 1;\nconst b = a;' },
        { file: 'guide.md', line: 11, code: 'const c = 1;' },
      ],
    });
  });

  it('is not found in blocks of another language or inside a longer fence', () => {
    const markdown = ['```yaml', 'kind: Namespace', '```', '````md', '```ts', 'nothing', '```', '````'].join('\n');
    expect(markdownSnippets('guide.md', markdown)).toEqual({ problems: [], snippets: [] });
  });

  it.each(['ts no-check', 'typescript', 'TS', 'tsx'])('cannot be excluded by marking it %p', info => {
    expect(markdownSnippets('guide.md', `\`\`\`${info}\nanything\n\`\`\`\n`)).toEqual({
      snippets: [],
      problems: [`guide.md:1: mark TypeScript as 'ts' only, got '${info}'`],
    });
  });

  it('must be closed', () => {
    expect(markdownSnippets('guide.md', 'text\n```ts\nconst a = 1;\n').problems).toEqual(['guide.md:2: the code block is not closed; add a closing fence']);
  });
});
