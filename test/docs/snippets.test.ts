import { existsSync, readdirSync, readFileSync } from 'node:fs';
import * as path from 'node:path';
import { markdownSnippets, Snippets } from './markdown-snippets';
import { compileSnippets } from './snippet-compiler';

const ROOT = path.resolve(__dirname, '../..');

/** The Markdown that users read: of the root, and of docs/ and its folders. */
function documents(): string[] {
  const docs = path.join(ROOT, 'docs');
  const guides = existsSync(docs) ? readdirSync(docs, { recursive: true, encoding: 'utf8' }).map(name => path.join('docs', name)) : [];
  return [...readdirSync(ROOT), ...guides].filter(name => name.endsWith('.md')).sort();
}

function readDocument(file: string): Snippets {
  return markdownSnippets(file, readFileSync(path.join(ROOT, file), 'utf8'));
}

describe('the TypeScript in the documents', () => {
  const read = documents().map(readDocument);

  it('is marked as such, so that it is found', () => {
    expect(read.flatMap(({ problems }) => problems)).toEqual([]);
  });

  it('compiles against the library', () => {
    expect(compileSnippets(read.flatMap(({ snippets }) => snippets))).toEqual([]);
  }, 60_000);
});

describe('a snippet', () => {
  it('is found with its line, in a list too', () => {
    const markdown = ['# Title', '', '```ts', 'const a = 1;', 'const b = a;', '```', '', '1. First', '', '   ~~~ts', '   const c = 1;', '   ~~~', ''].join('\n');
    expect(markdownSnippets('guide.md', markdown)).toEqual({
      problems: [],
      snippets: [
        { file: 'guide.md', line: 4, code: 'const a = 1;\nconst b = a;' },
        { file: 'guide.md', line: 11, code: 'const c = 1;' },
      ],
    });
  });

  it('is not what stands in a block of another language, or in a longer fence', () => {
    const markdown = ['```yaml', 'kind: Namespace', '```', '````md', '```ts', 'nothing', '```', '````'].join('\n');
    expect(markdownSnippets('guide.md', markdown)).toEqual({ problems: [], snippets: [] });
  });

  it.each(['ts no-check', 'typescript', 'TS', 'tsx'])('cannot be left out by marking it %p', info => {
    expect(markdownSnippets('guide.md', `\`\`\`${info}\nanything\n\`\`\`\n`)).toEqual({
      snippets: [],
      problems: [`guide.md:1: mark TypeScript as 'ts' and nothing else, got '${info}'`],
    });
  });

  it('has an end', () => {
    expect(markdownSnippets('guide.md', 'text\n```ts\nconst a = 1;\n').problems).toEqual(['guide.md:2: the block is never closed']);
  });

  it('that does not compile is told with file and line', () => {
    expect(compileSnippets([
      { file: 'guide.md', line: 10, code: 'import { App } from \'cdk8s\';\n\nconst app: number = new App();' },
      { file: 'guide.md', line: 20, code: 'const app = 1;\n\nmissing(app);' },
      { file: 'guide.md', line: 30, code: 'const app = "unused, which is fine";' },
    ])).toEqual([
      'guide.md:12: Type \'App\' is not assignable to type \'number\'.',
      'guide.md:22: Cannot find name \'missing\'.',
    ]);
  }, 60_000);
});
