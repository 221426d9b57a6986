import { readDocument } from './documents';

/** Answers of the page, by their questions. */
const answers = readDocument('docs/explanations/faq.md').split(/^## /m).slice(1).map((section) => {
  const [question = '', ...lines] = section.split(/\n(?=Next: )/)[0]!.trim().split('\n');
  return { question, lines: lines.filter((line) => line !== '') };
});

describe('the frequently asked questions', () => {
  it('are twenty', () => {
    expect(answers.map(({ question }) => question).filter((question) => !question.endsWith('?') && !question.endsWith('`?'))).toEqual([]);
    expect(answers).toHaveLength(20);
  });

  it.each(answers)('are answered in at most five lines, with a link: $question', ({ lines }) => {
    expect(lines.length).toBeLessThanOrEqual(5);
    expect(lines.join('\n')).toMatch(/\]\([^)]+\)/);
  });
});
