import { RuleSetting } from '../../lib/validation/model/rule-setting';
import { FindingSeverity } from '../../lib/validation/model/finding';
import { validated } from './clean-bundle';

/** Returns a validation with options as plain JavaScript may pass them. */
function withOptions(options: object): () => unknown {
  return () => validated({}, options);
}

describe('options of BundleValidation', () => {
  it.each<[string, object, string]>([
    ['an unknown suite', { suites: ['format', 'csv'] }, "suites[1] in options of BundleValidation must be one of 18, such as 'format', 'content', 'default' (ValidationSuite), got 'csv'"],
    ['a suite that is not a string', { suites: [1] }, 'suites[0] in options of BundleValidation must be one of 18, such as '],
    ['an empty list of suites', { suites: [] },
      "suites in options of BundleValidation is empty, and no rule would run; omit suites, or list some of 'format', 'content', 'default', "],
    ['an empty list of suites with labels and rules that are empty, too', { suites: [], labels: [], customRules: [] }, 'suites in options of BundleValidation is empty'],
    ['an empty list of suites with IDs of rules', { suites: [], only: ['csv-name'] }, 'suites in options of BundleValidation is empty'],
    ['suites that are not a list', { suites: 'format' }, "suites in options of BundleValidation must be a list of ValidationSuite, got 'format'"],
    ['an unknown option', { suite: ['format'] }, "unknown key 'suite' in options of BundleValidation; known keys: "],
    ['an unknown limit', { maxYamlDept: 1 }, "unknown key 'maxYamlDept' in options of BundleValidation; known keys: "],
    ['an unknown key of image platforms', { imagePlatforms: [{ image: 'a', platforms: [], platform: 'linux/amd64' }] },
      "unknown key 'platform' in imagePlatforms[0] in options of BundleValidation; known keys: 'image', 'platforms'"],
    ['image platforms without an image', { imagePlatforms: [{ platforms: ['linux/amd64'] }] },
      'imagePlatforms[0].image in options of BundleValidation is required: set it to a string'],
    ['image platforms without platforms', { imagePlatforms: [{ image: 'a' }] },
      'imagePlatforms[0].platforms in options of BundleValidation is required: set it to a list of strings'],
    ['image platforms that are a map', { imagePlatforms: { a: ['linux/amd64'] } }, 'imagePlatforms in options of BundleValidation must be a list of objects, got an object'],
    ['a rule setting that is not a RuleSetting', { rules: [{ ruleId: 'csv-name' }] },
      'rules[0] in options of BundleValidation must be a RuleSetting, got an object: use RuleSetting.silence(ruleId, reason), RuleSetting.asError(ruleId) or '],
    ['a custom rule without a check', { customRules: [{ id: 'acme' }] },
      "customRules[0] in options of BundleValidation must be an IValidationRule, got an object: it has 'id', 'severity', 'summary', 'remedy' and 'check'"],
    ['labels that are not a list', { labels: 'name=object' }, "labels in options of BundleValidation must be a list of strings, got 'name=object': write ['name=object']"],
    ['an unknown label', { labels: ['names!=object'] }, "unknown label 'names' in the label selector \"names!=object\"; known labels: 'name', 'suite'"],
    ['an unknown value of the label name', { labels: ['name in (object,objects)'] },
      "unknown value 'objects' of the label name in the label selector \"name in (object,objects)\"; known values: 'default', "],
    ['an unknown value of the label suite', { labels: ['suite!=operator'] },
      "unknown value 'operator' of the label suite in the label selector \"suite!=operator\"; known values: 'operatorframework'"],
  ])('refuse %s', (_, options, message) => {
    expect(withOptions(options)).toThrow(message);
  });

  it('accept an empty list of suites if something else runs', () => {
    const rule = { id: 'acme', severity: FindingSeverity.ERROR, summary: '', remedy: '', check: () => [] };
    expect(withOptions({ suites: [], labels: ['name=good-practices'] })).not.toThrow();
    expect(withOptions({ suites: [], customRules: [rule] })).not.toThrow();
  });

  it('may be undefined', () => {
    expect(withOptions({ suites: undefined, labels: undefined, rules: undefined, unknown: undefined })).not.toThrow();
  });
});

test('the scope of a rule setting refuses an unknown key', () => {
  expect(() => RuleSetting.asError('csv-name', { files: 'manifests/a.yaml' } as object)).toThrow(
    "unknown key 'files' in the scope of the setting for rule csv-name; known keys: 'file'",
  );
});

describe('options of reports', () => {
  const report = validated();

  it.each<[string, () => string, string]>([
    ['toText', () => report.toText({ colour: true } as object), "unknown key 'colour' in options of toText; known keys: 'color', 'width'"],
    ['toSarif', () => report.toSarif({ path: 'bundle' } as object), "unknown key 'path' in options of toSarif; known keys: 'folder'"],
    ['toJUnit', () => report.toJUnit({ path: 'bundle' } as object), "unknown key 'path' in options of toJUnit; known keys: 'folder'"],
  ])('refuse an unknown key: %s', (_, make, message) => {
    expect(make).toThrow(message);
  });

  it.each([0, -1, 1.5, Number.NaN])('refuse a width that is not a positive integer: %p', (width) => {
    expect(() => report.toText({ width })).toThrow(`width in options of toText must be a positive integer, got ${String(width)}`);
  });

  it('refuse a width that is not a number', () => {
    expect(() => report.toText({ width: '100' } as object)).toThrow("width in options of toText must be a number, got '100'");
  });
});
