import { tableText } from '../../../lib/cli/frame/table';
import { Terminal } from '../../../lib/cli/frame/terminal';

function terminal(env: NodeJS.ProcessEnv, columns?: number): Terminal {
  return new Terminal({ isTTY: columns !== undefined, columns, write: () => true }, env);
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
    expect(terminal(env, columns).styled('red', 'text')).toBe(expected ? '\u001b[31mtext\u001b[39m' : 'text');
  });
});

test('the width is that of the terminal, and 80 in a pipe or if the terminal does not know it', () => {
  expect(terminal({}, 132).width).toBe(132);
  expect(terminal({}).width).toBe(80);
  expect(terminal({}, 0).width).toBe(80);
});

test('prose is at most 120 characters wide', () => {
  expect([100, 200].map((columns) => terminal({}, columns).proseWidth)).toEqual([100, 120]);
});

describe('a table', () => {
  const rows = [['hello', { text: 'Ready', style: 'green' as const }, ''], ['a-longer-name', 'Failed', 'the catalog cannot be reached because its pod is missing']];

  test('has aligned columns and wraps the last one', () => {
    expect(tableText(terminal({}, 60), ['NAME', 'STATE', 'MESSAGE'], rows.map((row) => row))).toEqual([
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
