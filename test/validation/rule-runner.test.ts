import type { RuleBreach, ValidatedBundle } from '../../lib/validation/model/validation-rule';
import { RuleSetting } from '../../lib/validation/model/rule-setting';
import { FindingSeverity } from '../../lib/validation/model/finding';
import { ValidationSuite } from '../../lib/validation/model/suite';
import { SUITES } from '../../lib/validation/suites/definitions';
import { CSV, edited, found, validated } from './clean-bundle';

const WITHOUT_MINIMUM = edited(CSV, '  minKubeVersion: 1.27.0\n', '');

describe('suites', () => {
  it('are format, default, loading, olm-v0 and cluster if unspecified', () => {
    expect(suitesOf(validated())).toEqual(['format', 'default', 'loading', 'olm-v0', 'cluster']);
  });

  it('run as selected, in their own order', () => {
    expect(suitesOf(validated({}, { suites: [ValidationSuite.OBJECT, ValidationSuite.CONTENT] }))).toEqual(['format', 'content', 'object']);
  });

  it.each(Object.values(ValidationSuite))('have rules with unique IDs: %s', (suite) => {
    const ids = SUITES.find((definition) => definition.suite === suite)!.rules.map(({ id }) => id);
    expect(ids.length).toBeGreaterThan(0);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('report a bundle that operator-sdk cannot load, whichever is selected', () => {
    const report = validated({ 'manifests/README.md': 'Hello!' }, { suites: [ValidationSuite.GOOD_PRACTICES] });
    expect(found(report)).toEqual(['load-object manifests/README.md:1:1']);
  });

  function suitesOf({ rules }: ReturnType<typeof validated>): string[] {
    return [...new Set(rules.map(({ suite }) => suite))];
  }
});

describe('labels', () => {
  it.each([
    ['name=object', ['object']],
    ['name==object', ['object']],
    ['name in (object, multiarch)', ['multiarch', 'object']],
    ['suite=operatorframework,name=good-practices', ['good-practices']],
    ['suite!=operatorframework,name in (object,community)', ['community']],
  ])('add suites to the default ones: %s', (label, added) => {
    const { rules } = validated({}, { labels: [label] });
    expect([...new Set(rules.map(({ suite }) => suite))].sort()).toEqual(['cluster', 'default', 'format', 'loading', 'olm-v0', ...added].sort());
  });

  it('add the suites that upstream recommends', () => {
    const { rules } = validated({}, { labels: ['suite=operatorframework'] });
    const suites = new Set(rules.map(({ suite }) => suite));
    expect([...suites]).toEqual(expect.arrayContaining(['operatorhubv2', 'good-practices', 'alpha-deprecated-apis']));
    expect(suites.has('operatorhub')).toBe(false);
  });

  it.each([
    ['suite=operatorframework,name=community', 'the label selector "suite=operatorframework,name=community" selects no suite; remove one of its requirements'],
    ['name', 'the label selector "name" is invalid at "name"; write requirements such as name=object, suite!=operatorframework or name in (object,multiarch)'],
    ['', 'the label selector "" is invalid at ""'],
  ])('that are invalid are refused: %j', (label, message) => {
    expect(() => validated({}, { labels: [label] })).toThrow(message);
  });
});

describe('rules', () => {
  it('may be selected by ID from any suite', () => {
    const report = validated(WITHOUT_MINIMUM, { only: ['hub-provider', 'csv-minkube'] });
    expect(found(report)).toEqual([`csv-minkube ${CSV}:7:1`, `hub-provider ${CSV}:7:1`]);
  });

  it('that could not run are reported, even if only some rules are selected', () => {
    const report = validated({ 'manifests/README.md': 'Hello!' }, { only: ['hub-provider'] });
    expect(found(report)).toEqual(['load-object manifests/README.md:1:1']);
  });

  it('may be raised', () => {
    const report = validated(WITHOUT_MINIMUM, { rules: [RuleSetting.asError('csv-minkube')] });
    expect(report).toMatchObject({ passed: false, errors: 1, findings: [{ severity: FindingSeverity.ERROR }] });
  });

  it('may be lowered, in one file only', () => {
    const changes = edited(CSV, 'minKubeVersion: 1.27.0', 'minKubeVersion: v1.27');
    expect(validated(changes, { rules: [RuleSetting.asWarning('csv-minkube', { file: CSV })] }).passed).toBe(true);
    expect(validated(changes, { rules: [RuleSetting.asWarning('csv-minkube', { file: 'manifests/other.yaml' })] }).passed).toBe(false);
  });

  it('that are lowered leave what OLM v0 refuses for the same reason', () => {
    const changes = edited(CSV, '  displayName: Demo\n', '');
    expect(found(validated(changes))).toEqual([`csv-required ${CSV}:7:1`]);
    const { findings } = validated(changes, { rules: [RuleSetting.asWarning('csv-required')] });
    expect(findings.map(({ ruleId, severity }) => `${severity} ${ruleId}`)).toEqual(['warning csv-required', 'error olm-v0-csv']);
  });

  it('may be silenced with a reason, which stays in the report', () => {
    const report = validated(WITHOUT_MINIMUM, { rules: [RuleSetting.silence('csv-minkube', 'it runs on every Kubernetes')] });
    expect(report).toMatchObject({
      passed: true,
      findings: [],
      silenced: [{ reason: 'it runs on every Kubernetes', finding: { ruleId: 'csv-minkube', file: CSV } }],
    });
  });

  it('cannot be silenced without a reason', () => {
    expect(() => RuleSetting.silence('csv-minkube', ' ')).toThrow(
      'the reason for silencing rule csv-minkube is empty; explain why its findings are acceptable: reports show the reason',
    );
  });

  it('that do not exist are refused, with similar IDs', () => {
    expect(() => validated({}, { rules: [RuleSetting.asError('csv-minkubeversion')] })).toThrow(
      /^unknown rule ID "csv-minkubeversion"; did you mean one of csv-annotations, csv-apiversion, /,
    );
    expect(() => validated({}, { only: ['nothing'] })).toThrow('unknown rule ID "nothing"');
  });
});

describe('a custom rule', () => {
  const rule = {
    id: 'acme-maintainer',
    severity: FindingSeverity.WARNING,
    summary: 'the team is named',
    remedy: 'add the label team',
    check: (bundle: ValidatedBundle): RuleBreach[] => bundle.manifests
      .filter(({ content }) => (content['metadata'] as { labels?: object }).labels === undefined)
      .map(({ file }) => ({ message: 'there is no label team', file, path: ['metadata'] })),
  };

  it('runs in addition to the suites', () => {
    const { findings } = validated({}, { customRules: [rule] });
    expect(findings).toHaveLength(2);
    expect(findings[1]).toEqual({
      ruleId: 'acme-maintainer',
      suite: 'custom',
      severity: FindingSeverity.WARNING,
      file: CSV,
      line: 3,
      column: 1,
      path: 'metadata',
      message: 'there is no label team',
      remedy: 'add the label team',
      source: 'acme-maintainer',
    });
  });

  it('may report items of lists', () => {
    const check = (): RuleBreach[] => [{ message: 'x', file: CSV, path: ['spec', 'installModes', '0', 'type'], severity: FindingSeverity.ERROR, remedy: 'y' }];
    expect(validated({}, { customRules: [{ ...rule, check }] }).findings).toMatchObject([
      { line: 12, column: 7, path: 'spec.installModes[0].type', severity: FindingSeverity.ERROR, remedy: 'y' },
    ]);
  });

  it('receives everything that can be read of the bundle', () => {
    let seen: unknown;
    const check = (bundle: ValidatedBundle): RuleBreach[] => {
      seen = [bundle.packageName, bundle.channels, bundle.defaultChannel, bundle.csv?.name, bundle.files, bundle.textOf('manifests/broken.yaml')];
      return [];
    };
    validated({ 'manifests/broken.yaml': 'a: [' }, { customRules: [{ ...rule, check }] });
    expect(seen).toEqual([
      'demo', ['stable'], undefined, 'demo.v1.2.3',
      ['manifests/broken.yaml', 'manifests/caches.example.com.yaml', CSV, 'metadata/annotations.yaml'], 'a: [',
    ]);
  });

  it('can be silenced like any other', () => {
    const report = validated({}, { customRules: [rule], rules: [RuleSetting.silence('acme-maintainer', 'a demo')] });
    expect([report.findings.length, report.silenced.length]).toEqual([0, 2]);
  });

  it('must not have the ID of a rule of the library', () => {
    expect(() => validated({}, { customRules: [{ ...rule, id: 'csv-name' }] })).toThrow(
      'the rule ID "csv-name" is already taken; use another ID for your own rule',
    );
  });
});
