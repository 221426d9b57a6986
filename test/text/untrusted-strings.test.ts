import { spawnSync } from 'node:child_process';
import { runInNewContext } from 'node:vm';
import fc from 'fast-check';
import { gitHubCommand } from '../../lib/text/github-command';
import { markdownCode, markdownCodeSpan, markdownProse, markdownTable, markdownText } from '../../lib/text/markdown';
import { mermaidLabel } from '../../lib/text/mermaid';
import { quoted } from '../../lib/text/phrases';
import { printableJson } from '../../lib/formats/json/printable-json';
import { oneLine, printable, printableMessage, printableText, problemLine, quotedString } from '../../lib/text/printable';
import { shell, shellPath, shellWord } from '../../lib/text/shell';
import { commentText, stringLiteral } from '../../lib/text/source-code';
import { suggestNames } from '../../lib/text/suggest-names';
import { foldedLines, tableLines, wrappedLine } from '../../lib/text/text-table';
import { xmlAttribute, xmlText } from '../../lib/text/xml';
import { anyCharacter } from '../builders/any-character';
import { INJECTIONS } from '../fuzz/injection';
import { markdownProblems, mermaidProblems, textProblems, xmlProblems } from '../fuzz/output-problems';

/** Strings of strangers: any characters, among them whole attacks. */
const untrusted = fc.array(fc.oneof(fc.string({ unit: anyCharacter, maxLength: 30 }), fc.constantFrom(...INJECTIONS)), { maxLength: 4 }).map((parts) => parts.join(''));

function holds(check: (value: string) => readonly string[]): void {
  fc.assert(fc.property(untrusted, (value) => expect(check(value)).toEqual([])), { numRuns: 300 });
}

describe('an untrusted string', () => {
  test('on a terminal is one line without effect', () => {
    holds((value) => textProblems(`x${printable(value)}`));
    holds((value) => [printable(value), quoted(value), oneLine(value, 20), problemLine(value)].filter((line) => line.includes('\n')));
    expect(quoted('a\u001b\u202e"')).toBe('"a\\u001b\\u202e\\""');
  });

  test('in a quoted name has no effect, and is the same string', () => {
    holds((value) => [
      ...textProblems(`x ${quotedString(value)}`), ...JSON.parse(quotedString(value)) === value ? [] : ['another string'], ...textProblems(`x ${quoted(value)}`),
    ]);
  });

  test('has no effect where a line is wrapped, whatever the width', () => {
    fc.assert(fc.property(untrusted, fc.integer({ min: 1, max: 120 }), (value, width) => {
      const lines = [...wrappedLine(`  - ${value} x ${value}`, width), ...tableLines([[value, value], ['', value]], 2, width), ...foldedLines([[value, value, value], ['', '', value]], 0, width)];
      // Where a text begins at the margin, a word of others may begin a line: only what is obeyed there must not.
      expect(lines.flatMap((line) => [...textProblems(` ${line}`), ...line.includes('\n') ? ['line break'] : []])).toEqual([]);
    }), { numRuns: 300 });
    expect(wrappedLine('a ::error::b', 4)).toEqual(['a', '\\::error::b']);
  });

  test('in a message begins no line', () => {
    holds((value) => textProblems(`x${printableMessage(value)}`));
    expect(printableMessage('a\nb\n  c\r\n::error::d')).toBe('a\n  b\n  c\ufffd\n  \\::error::d');
    expect(printableMessage(printableMessage('a\n ::error::b'))).toBe(printableMessage('a\n ::error::b'));
  });

  test('in a text of several lines has no effect', () => {
    holds((value) => textProblems(printableText(value)).filter((problem) => !problem.startsWith('line of its own')));
    expect(printableText(printableText('::error::x\n##[error]'))).toBe(printableText('::error::x\n##[error]'));
  });

  test('in JSON is the same string', () => {
    holds((value) => [
      ...textProblems(printableJson({ value })), ...(JSON.parse(printableJson({ value })) as { value: string }).value === value ? [] : ['another string'],
    ]);
  });

  test('in Markdown is text, also in a table, in prose and in code', () => {
    holds((value) => markdownProblems([`### ${markdownText(value)}`, '', markdownProse(`run \`x\` ${value}`), '', markdownTable(['a', 'b'], [[value, value]]), '', markdownCode([value, '```'])].join('\n')));
    holds((value) => markdownProblems(`a ${markdownCodeSpan(value)} b`));
    expect([markdownCodeSpan('a'), markdownCodeSpan('`a'), markdownCodeSpan('a``b'), markdownCodeSpan('')]).toEqual(['`a`', '`` `a ``', '```a``b```', '`  `']);
    expect(markdownText('GH-1 !2 ~bug %5 &6 $7 https://a.b www.a.b 5% a!')).toBe([
      'GH&#8203;-1', '!&#8203;2', '\\~&#8203;bug', '%&#8203;5', '\\&&#8203;6', '\\$&#8203;7', 'https:&#8203;//a.b', 'www&#8203;.a.b', '5%', 'a!',
    ].join(' '));
    expect(markdownText('@org/team a/b@sha256:c #1 <b>')).toBe('@&#8203;org/team a/b@sha256:c \\#&#8203;1 \\<b\\>');
  });

  test('in Mermaid is a label', () => {
    holds((value) => mermaidProblems(`    n1["${mermaidLabel(value)}"]`));
  });

  test('in XML is content or the value of an attribute', () => {
    holds((value) => xmlProblems(`<a b="${xmlAttribute(value)}">${xmlText(value)}</a>`));
    expect(xmlText('<&>"\'')).toBe('&lt;&amp;&gt;&quot;&#39;');
  });

  test("in a command of GitHub's log is one line, whose properties end where they did", () => {
    holds((value) => /^::error file=[^,:\n]*,line=1::[^\n]*\n$/.test(gitHubCommand('error', { file: value, line: 1, col: undefined }, value)) ? [] : [value]);
    expect(gitHubCommand('warning', { title: 'a,b:c%' }, 'x\r\ny')).toBe('::warning title=a%2Cb%3Ac%25::x%0Ay\n');
  });

  test('in a command line is one word', () => {
    const values = [...INJECTIONS.filter((value) => !value.startsWith('-')), '', '=ls', '~', 'a b', '$HOME', '`id`', "it's", 'é', '!x', '*', '#x', 'a\\'].map((value) => printable(value));
    const { stdout } = spawnSync('sh', ['-c', values.map((value) => shell`printf '%s\n' ${value}`).join('\n')], { encoding: 'utf8' });
    expect(stdout.split('\n').slice(0, -1)).toEqual(values);
    expect(shell`kubectl delete ${['a', 'b c']} -n ${'x/y'}`).toBe("kubectl delete a 'b c' -n x/y");
    expect(['a=b', '=ls', '~x', ''].map(shellWord)).toEqual(['a=b', "'=ls'", "'~x'", "''"]);
  });

  test('in a command line is no option', () => {
    const dashed = untrusted.map((value) => `-${value}`);
    fc.assert(fc.property(dashed, dashed, (value, other) => {
      const commands = [
        shell`kubectl delete csv ${value} -n ${other}`, shell`kubectl delete ${[value, other]}`, shell`${value} a`, shell`rm ${shellPath(value)}`, shell`a --update ${value}\n -f ${other}`,
      ];
      const words = commands.flatMap((command) => command.replaceAll("'\\''", '_').replace(/'[^']*'/g, (found) => found.replace(/\s/g, '_')).split(/\s+/));
      expect(words.filter((word) => /^['"]?-/.test(word) && !['-n', '-f', '--update'].includes(word))).toEqual([]);
    }));
    expect(shell`kubectl delete csv ${'--all'} -n ${'a'}`).toBe("kubectl delete csv '<invalid name: --all>' -n a");
    expect(shell`kubectl apply -f ${shellPath('-a.yaml')} a/${'-b'} a${'-b'}${'-c'}`).toBe('kubectl apply -f ./-a.yaml a/-b a-b-c');
  });

  test('in TypeScript is a literal of the same string, or a comment that it does not end', () => {
    holds((value) => {
      const literal = stringLiteral(value);
      return [
        ...textProblems(literal), ...runInNewContext(literal) === value ? [] : ['another string'],
        ...(commentText(value).includes('*/') ? ['ends a comment'] : []),
      ];
    });
  });
});

describe('a very long string', () => {
  const long = 'x'.repeat(1_000_000);

  test('makes only its own row of a table long', () => {
    const lines = tableLines([[long, 'a'], ...Array.from({ length: 1000 }, () => ['b', 'c'])]);
    expect(lines.join('\n').length).toBeLessThan(1_000_000);
  });

  test('of many words is wrapped in linear time', () => {
    const cpu = (words: number): number => Math.min(...[1, 2, 3].map(() => {
      const before = process.cpuUsage();
      tableLines([['é '.repeat(words)]], 0, Infinity);
      return process.cpuUsage(before).user;
    }));
    cpu(10_000);
    expect(cpu(200_000)).toBeLessThan(6 * Math.max(cpu(50_000), 20_000));
  });

  test('is truncated in names, labels and problems, and is not compared with others', () => {
    expect([quoted(long), mermaidLabel(long), oneLine(long, 50), problemLine(long)].map((value) => value.length)).toEqual([103, 305, 50, 4000]);
    expect(suggestNames(long, Array.from({ length: 20 }, (_, index) => `${index}`))).toContain('20, such as');
  });
});
