import { read, refusal } from './read';

const HIDDEN =
  'OLM takes the comment or empty line before this --- for a document of its own, and drops the rest of the file without a word; ' +
  'remove the ---, or move it to the top of the file';
const SECOND = 'a second document begins here, and OLM reads only the first of a file; move it to a file of its own';

describe('a file with one document', () => {
  it.each([
    ['without marks', 'a: 1\n'],
    ['with a comment before it', '# licence\n\na: 1\n'],
    ['that begins with ---', '---\na: 1\n'],
    ['that begins with --- and a comment in its line', '--- # all\na: 1\n'],
    ['with a comment behind ---', '---\n# licence\na: 1\n'],
    ['with --- at its end', 'a: 1\n---\n'],
    ['with --- and a comment at its end', 'a: 1\n---\n# end\n\n'],
    ['with ... at its end', 'a: 1\n...\n'],
    ['with breaks of CR and LF', '---\r\na: 1\r\n---\r\n'],
  ])('is read: %s', (_, text) => {
    const { value, loss } = read(text);
    expect(value).toEqual({ a: 1 });
    expect(loss).toBeUndefined();
  });

  it.each(['', '\n\n', '# nothing\n', '---\n', '---\n---\n', '\ufeff'])('may be empty: %j', (text) => {
    const { value, loss } = read(text);
    expect(value ?? null).toBeNull();
    expect(loss).toBeUndefined();
  });

  it.each([
    ['%YAML 1.2\n---\na: 1\n', "1:1: a directive such as %YAML is refused by Go's readers; remove the line"],
    ['# c\n%TAG ! x\n---\na: 1\n', "2:1: a directive such as %YAML is refused by Go's readers; remove the line"],
    ['--- {a: 1}\n', '1:1: only a comment may follow --- in its line, as Go\'s readers cut files there, got "{a: 1}"; put it into the next line'],
    ['a: 1\n---b\n', '2:1: only a comment may follow --- in its line, as Go\'s readers cut files there, got "b"; put it into the next line'],
  ])('is refused by Go in the form %j', (text, reason) => {
    expect(refusal(text)).toBe(reason);
  });
});

describe('a file that some tools of OLM lose something of is told', () => {
  it.each([
    ['a comment before the first ---', '# licence\n---\na: 1\n', HIDDEN, 2],
    ['an empty line before the first ---', '\n---\na: 1\n', HIDDEN, 2],
    ['--- twice', '---\n---\na: 1\n', HIDDEN, 2],
    ['a second document', 'a: 1\n---\n# more\nb: 2\n', SECOND, 4],
    ['a second document after a first with a mark', '---\na: 1\n---\nb: 2\n', SECOND, 4],
    ['a second document behind ...', 'a: 1\n...\nb: 2\n', SECOND, 3],
    ['--- inside a block of text', 'a: |\n  x\n---\n  y\n', SECOND, 4],
  ])('with %s', (_, text, message, line) => {
    expect(read(text).loss).toEqual({ extent: message === HIDDEN ? 'all' : 'rest', message, position: { line, column: 1 } });
  });
});
