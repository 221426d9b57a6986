/** What jsii-docgen 10 writes that is not the code of a language. */

/** Package of Go, before the name of a type or of a submodule. */
const GO_PACKAGE = 'github.com/olm-constructs/olm-constructs-go/olmconstructs';

/** What the corrections know of the API. */
export interface ReferenceFacts {
  /** Names of all structs. */
  readonly structs: readonly string[];
  /** Namespace of C#. */
  readonly namespace: string;
}

/** Returns a reference of a language, of the root or of one submodule, with signatures that compile. */
export function corrected(language: string, markdown: string, { structs, namespace }: ReferenceFacts): string {
  switch (language) {
    case 'go': return inCode(markdown, goCode(structs));
    case 'java': return inCode(markdown, javaCode);
    case 'csharp': return inCode(markdown, csharpCode(namespace));
    default: return markdown;
  }
}

function inCode(markdown: string, correct: (code: string) => string): string {
  return markdown.replace(/^```\w+\n[^]*?^```$/gm, correct);
}

/** Structs are passed as pointers, and a type has the name of its package, not its path. */
function goCode(structs: readonly string[]): (code: string) => string {
  const parameter = new RegExp(`(?<=[(,] ?\\w+ )(?=(?:${structs.join('|')})\\b)`, 'g');
  return (code) => code.replace(parameter, '*')
    .replaceAll(new RegExp(`(?<!")${GO_PACKAGE}\\.(\\w+\\.\\w+)`, 'g'), '$1')
    .replaceAll(new RegExp(`(?<!")${GO_PACKAGE}\\.(\\w+)`, 'g'), 'olmconstructs.$1');
}

/** Overloads of a method are calls of their own. */
function javaCode(code: string): string {
  return code.replace(/^(\w+\.\w+\(.*?\)),(?=\w+\.\w+\()/gm, '$1\n');
}

/** Methods are public, a submodule has a namespace of its own, and an object initializer assigns to properties. */
function csharpCode(namespace: string): (code: string) => string {
  return (code) => {
    const used = code.replace(/^using OlmConstructs;$/m, `using ${namespace};`);
    const assigned = /^new \w+ \{$/m.test(used) ? used.replace(/^( +)(.+?) (\w+)(?: = null)?(,?)$/gm, '$1$3 = $2$4') : used;
    return assigned.replace(/^private /gm, 'public ');
  };
}
