import { RuleSetting } from '../../../lib/validation/model/rule-setting';
import { FindingSeverity } from '../../../lib/validation/model/finding';
import { ANNOTATIONS, CRD, CSV, edited, validated } from '../clean-bundle';

/** Report with two errors in one file, a warning, and a silenced finding. */
const report = validated(
  {
    ...edited(CRD, 'scope: Namespaced', 'scope: Wide'),
    ...edited(CSV, '  minKubeVersion: 1.27.0\n', ''),
    ...edited(ANNOTATIONS, '  operators.operatorframework.io.bundle.channels.v1: stable\n', ''),
  },
  { rules: [RuleSetting.silence('crd-scope', 'a test')] },
);

describe('a report as text', () => {
  it('groups findings by file, with remedies and a summary', () => {
    expect(report.toText()).toBe(`.

${CSV}
  7:1  warning  csv-minkube  spec.minKubeVersion is not set, so OLM installs the operator on any Kubernetes version
                             → set spec.minKubeVersion to the oldest release that you test with, such as 1.27.0

${ANNOTATIONS}
  1:1  error  format-annotation-missing  the annotation operators.operatorframework.io.bundle.channels.v1 is missing
                                         → add the annotation
  1:1  error  format-channels-empty      the annotation operators.operatorframework.io.bundle.channels.v1 lists no
                                         channel
                                         → list the channels, separated by commas

${CRD} (silenced)
  12:3  error  crd-scope  spec.scope must be Cluster or Namespaced, got the string "Wide"
                          → silenced: a test

About each rule: https://github.com/olm-constructs/olm-constructs/blob/main/docs/reference/validation-rules.md#RULE

✖ not valid: 2 errors, 1 warning, 1 silenced
`);
  });

  it('reports that nothing was found', () => {
    expect(validated().toText()).toBe('.\n\n✔ valid: nothing found\n');
  });

  it('wraps lines at the width, except single long words', () => {
    const widest = (width: number): number => Math.max(...report.toText({ width }).split('\n').filter((line) => !line.startsWith('https://')).map((line) => line.length));
    expect(widest(100)).toBeLessThanOrEqual(104);
    expect(widest(1)).toBeGreaterThan(24);
    expect(report.toText({ width: 1000 })).toContain('channels.v1 lists no channel\n');
  });

  it('is colored on request, with the same content', () => {
    const colored = report.toText({ color: true });
    expect(colored).toContain('\u001b[31merror\u001b[39m');
    expect(colored).toContain('\u001b[33mwarning\u001b[39m');

    expect(colored.replace(/\u001b\[\d+m/g, '')).toBe(report.toText());
  });

  it('replaces control characters of the bundle', () => {
    const evil = validated({}, {
      customRules: [{
        id: 'evil',
        severity: FindingSeverity.ERROR,
        summary: 'x',
        remedy: 'y',
        check: () => [{ message: 'red\u001b[31m\u0007\u202e\r\nnew' }],
      }],
    });
    expect(evil.toText()).toContain('red\ufffd[31m\ufffd\ufffd\ufffd\ufffdnew');
  });
});

describe('a report as JSON', () => {
  it('has the fields of the report', () => {
    const { source, passed, errors, warnings, findings, silenced } = report;
    expect(JSON.parse(report.toJson())).toEqual({ source, passed, errors, warnings, findings, silenced });
  });
});

interface Sarif {
  readonly version: string;
  readonly runs: readonly {
    readonly tool: { readonly driver: { readonly name: string; readonly rules: readonly { readonly id: string }[] } };
    readonly results: readonly { readonly ruleId: string; readonly ruleIndex: number; readonly level: string; readonly suppressions?: object[] }[];
  }[];
}

describe('a report as SARIF', () => {
  const { version, runs: [run] } = JSON.parse(report.toSarif()) as Sarif;

  it('has a result for each finding, with the index of its rule', () => {
    expect(version).toBe('2.1.0');
    expect(run!.results.map(({ ruleId, level }) => [ruleId, level])).toEqual([
      ['csv-minkube', 'warning'],
      ['format-annotation-missing', 'error'],
      ['format-channels-empty', 'error'],
      ['crd-scope', 'error'],
    ]);
    expect(run!.results.map(({ ruleIndex }) => run!.tool.driver.rules[ruleIndex]!.id)).toEqual(run!.results.map(({ ruleId }) => ruleId));
  });

  it('names files inside the bundle, with line and column', () => {
    expect(run!.results[0]).toMatchObject({
      locations: [{
        physicalLocation: { artifactLocation: { uri: CSV, uriBaseId: 'BUNDLE' }, region: { startLine: 7, startColumn: 1 } },
        logicalLocations: [{ fullyQualifiedName: 'spec.minKubeVersion' }],
      }],
    });
  });

  it('prefixes files with the folder of the bundle', () => {
    const { runs: [inFolder] } = JSON.parse(report.toSarif({ folder: './my operator/bundle/' })) as Sarif;
    expect(inFolder).not.toHaveProperty('originalUriBaseIds');
    expect(inFolder!.results[0]).toMatchObject({ locations: [{ physicalLocation: { artifactLocation: { uri: `my%20operator/bundle/${CSV}` } } }] });
  });

  it('has silenced findings as suppressions', () => {
    expect(run!.results.map(({ suppressions }) => suppressions)).toEqual([
      undefined, undefined, undefined, [{ kind: 'external', status: 'accepted', justification: 'a test' }],
    ]);
  });

  it('describes each rule once', () => {
    const ids = run!.tool.driver.rules.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
  });
});

describe('a report as JUnit XML', () => {
  const xml = report.toJUnit();

  it('has a test for each rule: failed, passed with output, or skipped', () => {
    expect(xml).toMatch(/^<\?xml version="1\.0" encoding="UTF-8"\?>\n<testsuites name="\." tests="\d+" failures="2" errors="0">\n/);
    expect(xml).toMatch(/<testsuite name="format" tests="\d+" failures="2" errors="0" skipped="0">/);
    expect(xml).toMatch(/<testsuite name="default" tests="\d+" failures="0" errors="0" skipped="1">/);
    expect(xml).toContain(`classname="format.format-channels-empty" file="${ANNOTATIONS}" line="1">`);
    expect(xml).toContain('<failure message="the annotation operators.operatorframework.io.bundle.channels.v1 lists no channel" type="format-channels-empty">');
    expect(xml).toContain('<skipped message="a test"/>');
    expect(xml).toContain(`<system-out>${CSV}:7:1: warning: spec.minKubeVersion is not set`);
  });

  it('prefixes files with the folder of the bundle', () => {
    expect(report.toJUnit({ folder: 'bundle' })).toContain(`file="bundle/${ANNOTATIONS}" line="1"`);
  });

  it('escapes or replaces characters that XML cannot contain', () => {
    const evil = validated({}, {
      customRules: [{ id: 'evil', severity: FindingSeverity.ERROR, summary: '<&>"', remedy: 'y', check: () => [{ message: '\u0000\ud800\n<b>' }] }],
    });
    expect(evil.toJUnit()).toContain('name="evil: &lt;&amp;&gt;&quot;"');
    expect(evil.toJUnit()).toContain('message="\ufffd\ufffd&#10;&lt;b&gt;"');
  });
});
