import { ownTemplate, recordedTemplate } from '../../../scripts/conformance-page/catalog-comparison';
import { templateVerdicts } from '../../../scripts/conformance-page/catalog-verdicts';
import { describeWith, Needed } from '../../needed';

const verdicts = Needed.sharedData('verdicts').map(templateVerdicts);

describeWith(verdicts)('semver templates', () => {
  it('were rendered by operator-registry 260 times', () => {
    expect(verdicts.value).toHaveLength(260);
  });

  for (const verdict of verdicts.valueOr([])) {
    it(`${verdict.id} ${verdict.error === undefined ? 'results in the same blobs' : 'is refused'}`, () => {
      expect(ownTemplate(verdict)).toEqual(recordedTemplate(verdict));
    });
  }
});
