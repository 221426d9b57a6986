import { corrected as correctedWith } from '../../site/reference-corrections';

const code = (language: string, lines: string): string => `\`\`\`${language}\n${lines}\n\`\`\``;

const corrected = (language: string, markdown: string, namespace = 'OlmConstructs'): string => correctedWith(language, markdown, { structs: ['BundleReadOptions'], namespace });

describe('the generated reference', () => {
  it('of Go passes structs as pointers, and names types by their package', () => {
    const [path, text] = ['"github.com/olm-constructs/olm-constructs-go/olmconstructs/bundle"', 'github.com/olm-constructs/olm-constructs-go/olmconstructs'];
    const markdown = (call: string, types: string): string => `${code('go', `import ${path}\n\n${call}`)}\n${code('go', types)}\n`;
    expect(corrected('go', markdown('bundle.Bundle_FromPath(path *string, options BundleReadOptions) Bundle', `Apis: ${text}.report.ClusterApis,\nEngine: ${text}.BundleEngine,`)))
      .toBe(markdown('bundle.Bundle_FromPath(path *string, options *BundleReadOptions) Bundle', 'Apis: report.ClusterApis,\nEngine: olmconstructs.BundleEngine,'));
  });

  it('of Java has a line for each overload', () => {
    expect(corrected('java', code('java', 'Bundle.fromPath(java.lang.String path),Bundle.fromPath(java.lang.String path, BundleReadOptions options)')))
      .toBe(code('java', 'Bundle.fromPath(java.lang.String path)\nBundle.fromPath(java.lang.String path, BundleReadOptions options)'));
  });

  it('of C# has public methods, the namespace of the submodule, and assignments in initializers', () => {
    expect(corrected('csharp', code('csharp', 'private string ToText()'))).toBe(code('csharp', 'public string ToText()'));
    expect(corrected('csharp', code('csharp', 'using OlmConstructs;\n\nnew Options {\n    Bundle Bundle,\n    string[] Names = null\n};'), 'OlmConstructs.Bundles'))
      .toBe(code('csharp', 'using OlmConstructs.Bundles;\n\nnew Options {\n    Bundle = Bundle,\n    Names = string[]\n};'));
  });

  it('is left alone outside of code, and in languages without corrections', () => {
    expect(corrected('csharp', 'private text')).toBe('private text');
    expect(corrected('python', code('python', 'private = 1'))).toBe(code('python', 'private = 1'));
  });
});
