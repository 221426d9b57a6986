import { stripVTControlCharacters } from 'node:util';
import { type Cell, tableText } from '../../../lib/cli/frame/table';
import { Terminal } from '../../../lib/cli/frame/terminal';
import { displayWidth } from '../../../lib/text/display-width';

function terminal(env: NodeJS.ProcessEnv, columns?: number): Terminal {
  return new Terminal({ isTTY: columns !== undefined, columns, write: () => true }, env);
}

/** Returns what a terminal writes. */
function written(use: (to: Terminal) => void, columns?: number): string {
  let content = '';
  use(new Terminal({ isTTY: columns !== undefined, columns, write: (part) => content += part }, {}));
  return content;
}

/** Returns the lines of a table as a terminal shows them. */
function shownTable(columns: number, head: readonly string[], rows: readonly (readonly Cell[])[]): string[] {
  return written((to) => tableText(to, head, rows).forEach((line) => to.line(line)), columns).trimEnd().split('\n');
}

describe('colors', () => {
  test.each([
    ['on a terminal', {}, 120, true],
    ['not in a pipe', {}, undefined, false],
    ['not with NO_COLOR', { NO_COLOR: '1' }, 120, false],
    ['with an empty NO_COLOR', { NO_COLOR: '' }, 120, true],
    ['in a pipe with FORCE_COLOR', { FORCE_COLOR: '1' }, undefined, true],
    ['not with FORCE_COLOR=0', { FORCE_COLOR: '0' }, 120, false],
    ['not on a dumb terminal', { TERM: 'dumb' }, 120, false],
  ])('are used %s', (_, env, columns, expected) => {
    expect(terminal(env, columns).hasColors).toBe(expected);
    let content = '';
    const made = new Terminal({ isTTY: columns !== undefined, columns, write: (part) => content += part }, env);
    made.write(made.styled('red', 'text'));
    expect(content).toBe(expected ? '\u001b[31mtext\u001b[39m' : 'text');
  });
});

test('the width is that of the terminal, and 80 in a pipe or if the terminal does not know it', () => {
  expect(terminal({}, 132).width).toBe(132);
  expect(terminal({}).width).toBe(80);
  expect(terminal({}, 0).width).toBe(80);
});

test('only a text has line breaks of its own: a line has none of others, and prose has those at the width of a terminal', () => {
  const hostile = 'evil\n::error::x\u001b[31m';
  expect(written((to) => to.line(to.styled('bold', hostile)), 80)).toBe('\u001b[1mevil\ufffd::error::x\ufffd[31m\u001b[22m\n');
  expect(written((to) => to.redraw([hostile, 'next']))).toMatch(/evil\ufffd::error::x\ufffd\[31m\nnext\n$/);
  expect(written((to) => to.prose(`  - ${'word '.repeat(15)}${hostile} ::error::y`), 80)).toBe(
    `  - ${'word '.repeat(15).trimEnd()}\n    evil\ufffd::error::x\ufffd[31m ::error::y\n`,
  );
  expect(written((to) => to.prose(`  - ${'word '.repeat(30)}${hostile}`))).toBe(`  - ${'word '.repeat(30)}evil\ufffd::error::x\ufffd[31m\n`);
  expect(written((to) => to.write('one\n::error::x\n'))).toBe('one\n\\::error::x\n');
});

test('prose is at most 120 characters wide', () => {
  expect([100, 200].map((columns) => terminal({}, columns).proseWidth)).toEqual([100, 120]);
});

describe('a table', () => {
  const rows = [['hello', { text: 'Ready', style: 'green' as const }, ''], ['a-longer-name', 'Failed', 'the catalog cannot be reached because its pod is missing']];

  test('has aligned columns and wraps the last one', () => {
    expect(shownTable(60, ['NAME', 'STATE', 'MESSAGE'], rows)).toEqual([
      '\u001b[1mNAME           STATE   MESSAGE\u001b[22m',
      'hello          \u001b[32mReady\u001b[39m',
      'a-longer-name  Failed  the catalog cannot be reached because',
      '                       its pod is missing',
    ]);
  });

  test('shows control characters of a cluster as a replacement character', () => {
    expect(tableText(terminal({}), ['NAME', 'X'], [['a\u001b[2Jb', 'x']])).toEqual(['NAME    X', 'a\ufffd[2Jb  x']);
  });
});

describe('what others wrote', () => {
  const HOSTILE: readonly (readonly [title: string, content: string, shown: string])[] = [
    ['escape sequences', 'a\u001b[31mb\u001b]0;title\u0007', 'a\ufffd[31mb\ufffd]0;title\ufffd'],
    ['C1 control characters', 'a\u009b31mb\u0085', 'a\ufffd31mb\ufffd'],
    ['a carriage return, a backspace and a bell', 'a\rb\bc\u0007', 'a\ufffdb\ufffdc\ufffd'],
    ['characters that reverse or hide text', 'a\u202eb\u2066c\u200bd\u2028', 'a\ufffdb\ufffdc\ufffdd\ufffd'],
    ['a command of GitHub Actions', 'x\n  ::error file=a::b\n::add-mask::c', 'x\n  \\::error file=a::b\n\\::add-mask::c'],
    ['commands of other CI services', 'a ##[error]b ##vso[task.complete]c ##teamcity[x]', 'a #\\#[error]b #\\#vso[task.complete]c #\\#teamcity[x]'],
  ];

  test.each(HOSTILE)('has no effect: %s', (_, content, shown) => {
    for (const columns of [undefined, 80]) {
      expect(written((to) => to.write(content), columns)).toBe(shown);
      expect(written((to) => to.line(content), columns)).toMatch(/^[^\p{Cc}]*\n$/u);
      expect(written((to) => to.error(to.styled('red', content)), columns)).toMatch(/^(?:[^\u001b]|\u001b\[\d+m)*$/);
    }
    expect(written((to) => to.data(content), 80)).toBe(shown);
  });

  test('is unchanged in data for a file or a pipe', () => {
    HOSTILE.forEach(([, content]) => expect(written((to) => to.data(content))).toBe(content));
  });

  test('cannot be a style', () => {
    let styled = '';
    const made = new Terminal({ isTTY: true, columns: 80, write: (part) => styled += part }, {});
    made.write(made.restyled('\u001b[32mvalid\u001b[39m'));
    made.write(' \u001b[32mvalid\u001b[39m');
    expect(styled).toBe('\u001b[32mvalid\u001b[39m \ufffd[32mvalid\ufffd[39m');
  });
});

describe('a table on a terminal', () => {
  const head = ['NAMESPACE', 'NAME', 'VERSION', 'STATE', 'MESSAGE'];
  const rows = [
    ['team-payments-production', 'prometheus-operator-of-the-team', '0.67.1 -> 0.68.0', 'installing', 'waiting for Deployment prometheus-operator (0 of 1 pods available)'],
    ['开发', 'データベース', '1.0.0', 'ready', '状态良好'],
  ];

  test.each([60, 80, 200])('fits into %d columns, and breaks no word', (columns) => {
    const lines = shownTable(columns, head, rows).map(stripVTControlCharacters);
    expect(lines.map(displayWidth).filter((width) => width > columns)).toEqual([]);
    rows.flat().flatMap((cell) => cell.split(' ')).forEach((word) => expect(lines.join('\n')).toContain(word));
  });

  test('has columns in several lines if it is too wide, and is aligned by the width of characters', () => {
    expect(shownTable(60, head, rows).map(stripVTControlCharacters)).toEqual([
      'NAMESPACE                 NAME',
      '  VERSION           STATE       MESSAGE',
      'team-payments-production  prometheus-operator-of-the-team',
      '  0.67.1 -> 0.68.0  installing  waiting for Deployment',
      '                                prometheus-operator (0 of 1',
      '                                pods available)',
      '开发                      データベース',
      '  1.0.0             ready       状态良好',
    ]);
  });
});

test('progress is replaced by the next output', () => {
  expect(written((to) => {
    to.progress('reading\u001b[2J a');
    to.line('done');
  }, 80)).toBe('\r\u001b[Kreading\ufffd[2J a\r\u001b[Kdone\n');
});
