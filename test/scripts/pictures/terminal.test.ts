import { join, resolve } from 'node:path';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { explainPicture, recordedExplanation } from '../../../scripts/pictures/terminal';

const ROOT = resolve(__dirname, '../../..');

describe('the terminal of the README', () => {
  test('shows each recorded line of explain, in its place and with its meaning', () => {
    const lines = recordedExplanation(readFileSync(join(ROOT, 'docs/guides/terminal.md'), 'utf8'));
    const picture = explainPicture(ROOT);
    const drawn = [...picture.matchAll(/<text xml:space="preserve"(?: class="(\w+)")? x="20" y="(\d+)">(.*)<\/text>/g)];
    expect(drawn.map(([, , y, text]) => [Number(y), text])).toEqual(lines.flatMap((line, index) => (
      line === '' ? [] : [[50 + index * 20, line.replace(/[<>"]/g, (character) => ({ '<': '&lt;', '>': '&gt;', '"': '&quot;' })[character]!)]]
    )));
    const classes = new Set(drawn.map(([, style]) => style));
    expect(classes).toEqual(new Set(['command', 'good', 'bad', 'remedy', undefined]));
    expect(drawn.filter(([, style, , text]) => (style === 'bad') !== (/✗/.test(text!) || /^ {20}/.test(text!)))).toEqual([]);
    expect(picture).toContain('prefers-color-scheme: dark');
  });

  test('needs the recorded page', () => {
    const folder = mkdtempSync(join(tmpdir(), 'olm-constructs-picture-'));
    mkdirSync(join(folder, 'docs/guides'), { recursive: true });
    writeFileSync(join(folder, 'docs/guides/terminal.md'), '```text\n$ olm-constructs status\n```\n');
    expect(() => explainPicture(folder)).toThrow("docs/guides/terminal.md has no block that begins with '$ olm-constructs explain '");
    rmSync(folder, { recursive: true });
  });
});
