import { ownTemplate, recordedTemplate } from '../../../../scripts/conformance-page/catalog-comparison';
import { templateVerdicts } from '../../../../scripts/conformance-page/catalog-verdicts';

const verdicts = templateVerdicts();

describe('semver templates', () => {
  it(verdicts.length === 0 ? 'no recorded verdicts at hand; this ran without them' : 'were rendered by operator-registry 260 times', () => {
    expect([0, 260]).toContain(verdicts.length);
  });

  // A table of it.each must not be empty.
  for (const verdict of verdicts) {
    it(`${verdict.id} ${verdict.error === undefined ? 'gives the same documents' : 'is refused'}`, () => {
      expect(ownTemplate(verdict)).toEqual(recordedTemplate(verdict));
    });
  }
});
