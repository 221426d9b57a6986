import { isInRepository, readFile } from './repository';

/** Programs that exist in several languages, by the name that documents use in `<!-- tabs: NAME -->`, and then by language. */
const PROGRAMS: { readonly [name: string]: { readonly [language: string]: string } } = {
  quickstart: {
    python: 'examples/python/main.py',
    java: 'examples/java/src/main/java/com/example/Main.java',
    go: 'examples/go/main.go',
    csharp: 'examples/csharp/Program.cs',
  },
  pulumi: { python: 'examples/pulumi-python/__main__.py', go: 'examples/pulumi-go/main.go' },
  subclass: inEachLanguage('subclass'),
  engine: inEachLanguage('engine'),
  rule: inEachLanguage('rule'),
  errors: inEachLanguage('errors'),
};

/** Names of languages in the order of the tabs, by the word after a fence. */
export const LANGUAGES: { readonly [fence: string]: string } = { ts: 'TypeScript', yaml: 'YAML', python: 'Python', java: 'Java', go: 'Go', csharp: 'C#' };

function inEachLanguage(name: string): { readonly [language: string]: string } {
  const capitalized = `${name[0]!.toUpperCase()}${name.slice(1)}`;
  return {
    python: `languages/programs/python/${name}.py`,
    java: `languages/programs/java/src/main/java/com/example/${capitalized}.java`,
    go: `languages/programs/go/${name}/main.go`,
    csharp: `languages/programs/csharp/${capitalized}.cs`,
  };
}

/** A program in one language, and what it prints. */
export interface Tab {
  readonly title: string;
  readonly fence: string;
  readonly code: string;
  /** @default - it prints nothing, or the same in all languages */
  readonly output?: string;
}

/** Replaces the parts of a document between `<!-- tabs: NAME -->` and `<!-- /tabs -->`. */
export function replaceTabs(markdown: string, replace: (tabs: readonly Tab[]) => string): string {
  return markdown.replace(/^<!-- tabs: (\w+) -->\n([^]*?)^<!-- \/tabs -->$/gm, (_, name: string, shown: string) => replace(tabsOf(name, shown)));
}

/** Returns the programs that a document shows, and those that only the repository has. */
function tabsOf(name: string, markdown: string): Tab[] {
  const files = PROGRAMS[name];
  if (files === undefined) {
    throw new Error(`no programs of the name '${name}'; available: ${Object.keys(PROGRAMS).join(', ')}`);
  }
  const shown = [...markdown.matchAll(/^```(\w+)\n([^]*?)^```\n(?:[^`]*?^```text\n([^]*?)^```\n)?/gm)];
  return Object.entries(LANGUAGES).flatMap(([fence, title]): Tab[] => {
    const [, , code, output] = shown.find(([, language]) => language === fence) ?? [];
    const file = files[fence];
    if (code !== undefined) {
      return [{ title, fence, code, ...(output !== undefined && { output }) }];
    }
    return file !== undefined && isInRepository(file) ? [{ title, fence, code: readFile(file) }] : [];
  });
}
