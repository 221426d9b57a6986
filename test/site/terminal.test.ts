import { isSession, sessionHtml } from '../../site/content/terminal';

describe('a session in a terminal', () => {
  it('begins with a command', () => {
    expect([isSession('$ kubectl get csv\n'), isSession('NAME\n$ x'), isSession('$NAME')]).toEqual([true, false, false]);
  });

  it('has bold commands, also those of several lines', () => {
    expect(sessionHtml('$ olm-constructs wait \\\n  --approve\nready')).toBe('<b>$ olm-constructs wait \\</b>\n<b>  --approve</b>\nready');
  });

  it('has colors for marks of the program only', () => {
    expect(sessionHtml('├ ✓ CatalogSource a\n│ └ ✗ Pod b  &lt;- here\n└ … CSV c\n    remedy: check ✓ it')).toBe([
      '├ <span class="good">✓</span> CatalogSource a',
      '│ └ <span class="bad">✗</span> Pod b  <b class="bad">&lt;- here</b>',
      '└ <span class="open">…</span> CSV c',
      '    <b class="good">remedy:</b> check ✓ it',
    ].join('\n'));
  });
});
