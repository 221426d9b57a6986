import * as fc from 'fast-check';
import { metricsText } from '../../../../lib/cluster/inspection/metrics/metric';

describe('the text format of Prometheus', () => {
  test('has help and type before the samples of a metric', () => {
    expect(metricsText([
      { name: 'a_ready', help: 'Whether a is ready.', type: 'gauge', samples: [{ labels: { name: 'x', ns: 'y' }, value: 1 }, { labels: {}, value: 0 }] },
      { name: 'a_errors_total', help: 'Errors.', type: 'counter', samples: [{ labels: {}, value: 12 }] },
    ])).toBe([
      '# HELP a_ready Whether a is ready.', '# TYPE a_ready gauge', 'a_ready{name="x",ns="y"} 1', 'a_ready 0',
      '# HELP a_errors_total Errors.', '# TYPE a_errors_total counter', 'a_errors_total 12', '',
    ].join('\n'));
  });

  test('omits a metric without samples', () => {
    expect(metricsText([{ name: 'a', help: '', type: 'gauge', samples: [] }])).toBe('');
  });

  test('escapes whatever a label contains', () => {
    fc.assert(fc.property(fc.string({ unit: fc.constantFrom('\\', '"', '\n', 'n', '}', 'é') }), (value) => {
      const text = metricsText([{ name: 'a', help: 'b', type: 'gauge', samples: [{ labels: { label: value }, value: 1 }] }]);
      const [, escaped] = /^a\{label="((?:[^"\\\n]|\\["\\n])*)"\} 1$/m.exec(text)!;
      expect(escaped!.replace(/\\(["\\n])/g, (_, character: string) => (character === 'n' ? '\n' : character))).toBe(value);
    }));
  });
});
