import { read, refusal } from './read';

const HIDDEN =
  'OLM reads the comment or empty line before this --- as a separate document, and silently drops the rest of the file; ' +
  'remove the ---, or move it to the top of the file';
const SECOND = 'a second document begins here, and OLM reads only the first of a file; move it to a separate file';

describe('readYaml reads a file with one document', () => {
  it.each([
    ['without a separator', 'a: 1\n'],
    ['after a comment', '# licence\n\na: 1\n'],
    ['that begins with ---', '---\na: 1\n'],
    ['that begins with --- and a comment on the same line', '--- # all\na: 1\n'],
    ['with a comment after ---', '---\n# licence\na: 1\n'],
    ['with --- at the end', 'a: 1\n---\n'],
    ['with --- and a comment at the end', 'a: 1\n---\n# end\n\n'],
    ['with ... at the end', 'a: 1\n...\n'],
    ['with CR LF line breaks', '---\r\na: 1\r\n---\r\n'],
  ])('%s', (_, source) => {
    const { value, loss } = read(source);
    expect(value).toEqual({ a: 1 });
    expect(loss).toBeUndefined();
  });

  it.each(['', '\n\n', '# nothing\n', '---\n', '---\n---\n', '\ufeff'])('that is empty: %j', (source) => {
    const { value, loss } = read(source);
    expect(value ?? null).toBeNull();
    expect(loss).toBeUndefined();
  });

  it.each([
    ['%YAML 1.2\n---\na: 1\n', "1:1: a directive such as %YAML is refused by Go's readers; remove the line"],
    ['# c\n%TAG ! x\n---\na: 1\n', "2:1: a directive such as %YAML is refused by Go's readers; remove the line"],
    ['--- {a: 1}\n', '1:1: only a comment may follow --- on its line, where Go\'s readers split files, got "{a: 1}"; move it to the next line'],
    ['a: 1\n---b\n', '2:1: only a comment may follow --- on its line, where Go\'s readers split files, got "b"; move it to the next line'],
  ])('unless Go refuses it: %j', (source, reason) => {
    expect(refusal(source)).toBe(reason);
  });
});

describe('readYaml reports content that some OLM tools lose', () => {
  it.each([
    ['after a comment before the first ---', '# licence\n---\na: 1\n', HIDDEN, 2],
    ['after an empty line before the first ---', '\n---\na: 1\n', HIDDEN, 2],
    ['after two lines of ---', '---\n---\na: 1\n', HIDDEN, 2],
    ['in a second document', 'a: 1\n---\n# more\nb: 2\n', SECOND, 4],
    ['in a second document after a first one that begins with ---', '---\na: 1\n---\nb: 2\n', SECOND, 4],
    ['in a second document after ...', 'a: 1\n...\nb: 2\n', SECOND, 3],
    ['after --- inside a block scalar', 'a: |\n  x\n---\n  y\n', SECOND, 4],
  ])('%s', (_, source, message, line) => {
    expect(read(source).loss).toEqual({ extent: message === HIDDEN ? 'all' : 'rest', message, position: { line, column: 1 } });
  });
});
