import { compare } from './comparison';
import { samples } from './verdicts';

const { real, mutants } = samples();
test('x', () => {
  const diffs = [...real, ...mutants].flatMap((sample) => compare(sample).differences);
  const counts = new Map<string, string[]>();
  for (const d of diffs) {
    const k = `${d.suite} | ${d.by} | ${d.finding}`;
    counts.set(k, [...(counts.get(k) ?? []), `${d.sample} ${d.mutation}`]);
  }
  process.stderr.write([...counts].sort().map(([k, v]) => `${v.length} ${k}   ${v.slice(0, 3).join('; ')}`).join('\n'));
}, 300000);
