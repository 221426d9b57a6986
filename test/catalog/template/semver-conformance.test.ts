import { ownTemplate, recordedTemplate } from '../../../scripts/conformance-page/catalog-comparison';
import { templateVerdicts } from '../../../scripts/conformance-page/catalog-verdicts';

const verdicts = templateVerdicts();

describe('semver templates', () => {
  it(verdicts.length === 0 ? 'without recorded verdicts, which are missing' : 'were rendered by operator-registry 260 times', () => {
    expect([0, 260]).toContain(verdicts.length);
  });

  // it.each refuses an empty table.
  for (const verdict of verdicts) {
    it(`${verdict.id} ${verdict.error === undefined ? 'results in the same blobs' : 'is refused'}`, () => {
      expect(ownTemplate(verdict)).toEqual(recordedTemplate(verdict));
    });
  }
});
