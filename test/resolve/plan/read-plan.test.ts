import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { OperatorUpgradePlan, PlanError } from '../../../lib/resolve';
import { sampleCatalog } from '../sample-namespace';
import { lockOf } from './sample-locks';

const CATALOG = sampleCatalog({ a: { stable: [{ name: 'a.v1.0.0' }, { name: 'a.v2.0.0', replaces: 'a.v1.0.0' }] } });
const PLAN = OperatorUpgradePlan.between(lockOf('a.v1.0.0'), lockOf('a.v2.0.0'), { catalogs: { 'olm/hub': CATALOG } });
const REMEDY = 'make the plan again with `olm-constructs plan OLD NEW -o json`';

const folder = mkdtempSync(join(tmpdir(), 'olm-constructs-plan-'));

afterAll(() => rmSync(folder, { recursive: true }));

/** Returns the message of the error that a plan has. */
function messageOf(content: string): string {
  try {
    OperatorUpgradePlan.fromString(content, 'olm.plan.json');
  } catch (error) {
    expect(error).toBeInstanceOf(PlanError);
    return (error as Error).message;
  }
  throw new Error('the plan was read');
}

/** Returns the plan with a string replaced, as if edited by hand. */
function edited(text: string, by: string): string {
  expect(PLAN.toJson()).toContain(text);
  return PLAN.toJson().replace(text, by);
}

describe('a plan in a file', () => {
  it('is the plan that was written', () => {
    const path = join(folder, 'olm.plan.json');
    writeFileSync(path, PLAN.toJson());
    const read = OperatorUpgradePlan.fromFile(path);

    expect(read.toJson()).toBe(PLAN.toJson());
    expect(read).toMatchObject({ operators: [{ approvals: ['a.v2.0.0'] }], installPlans: [{ namespace: 'demo', csvs: ['a.v2.0.0'] }] });
  });

  it('may contain only what is approved', () => {
    const reduced = '{"planVersion":1,"operators":[{"namespace":"demo","packageName":"a","kind":"added","before":"","after":"a.v1.0.0","approvals":["a.v1.0.0"]}]}';

    expect(OperatorUpgradePlan.fromString(reduced)).toMatchObject({ operators: [{ after: 'a.v1.0.0', crdChanges: [], problems: [] }], installPlans: [] });
  });

  it.each<[string, string, string]>([
    ['is a lock file', lockOf('a.v1.0.0').toYaml(), `olm.plan.json:1: not an upgrade plan of olm-constructs, which has planVersion, but a lock file; ${REMEDY}`],
    ['is a manifest', 'kind: Subscription', `olm.plan.json:1: not an upgrade plan of olm-constructs, which has planVersion, but Subscription; ${REMEDY}`],
    ['is a list', '[]', `olm.plan.json:1: not an upgrade plan of olm-constructs, which has planVersion, but a list; ${REMEDY}`],
    ['is empty', '', `olm.plan.json:1: not an upgrade plan of olm-constructs, which has planVersion, but nothing; ${REMEDY}`],
    ['is of another version', '{\n"planVersion": 2}', 'olm.plan.json:2: planVersion must be 1, which is what this version of olm-constructs reads, got 2; use the version of '
      + 'olm-constructs that made the plan'],
    ['has no operators', '{"planVersion": 1}', `olm.plan.json:1: operators must be a list, got nothing; ${REMEDY}`],
    ['has another CSV at the end', edited('"after": "a.v2.0.0"', '"after": "a.v3.0.0"'),
      `olm.plan.json:9: operators.0.approvals must lead from 'a.v1.0.0' to 'a.v3.0.0', each version once; got a.v2.0.0; ${REMEDY}`],
    ['approves what is installed', edited('"a.v2.0.0"\n      ]', '"a.v1.0.0", "a.v2.0.0"\n      ]'),
      `olm.plan.json:9: operators.0.approvals must lead from 'a.v1.0.0' to 'a.v2.0.0', each version once; got a.v1.0.0, a.v2.0.0; ${REMEDY}`],
    ['has another kind', edited('"kind": "changed"', '"kind": "added"'), `olm.plan.json:25: operators.0.kind is 'added', which does not fit before 'a.v1.0.0' and after 'a.v2.0.0'; ${REMEDY}`],
    ['lacks a field', edited('"packageName": "a",', ''), `olm.plan.json:4: operators.0.packageName must be a string, got nothing; ${REMEDY}`],
    ['has approvals that are not a list', edited('"approvals": [\n        "a.v2.0.0"\n      ]', '"approvals": "a.v2.0.0"'),
      `olm.plan.json:9: operators.0.approvals must be a list of names, got the string "a.v2.0.0"; ${REMEDY}`],
    ['has an operator twice', '{"planVersion":1,"operators":[\n{"namespace":"x","packageName":"a","kind":"removed","before":"a.v1","after":"","approvals":[]},\n'
      + '{"namespace":"x","packageName":"a","kind":"removed","before":"a.v1","after":"","approvals":[]}]}', `olm.plan.json:3: operator 'x/a' is in the plan twice; ${REMEDY}`],
    ['has InstallPlans without an approval', edited('"csvs": [\n        "a.v2.0.0"', '"csvs": [\n        "b.v2.0.0"'),
      `olm.plan.json:28: installPlans do not have each approval in namespace 'demo' once; ${REMEDY}`],
    ['has invalid InstallPlans', edited('"csvs": [\n        "a.v2.0.0"\n      ]', '"csvs": 1'),
      `olm.plan.json:28: installPlans must be a list of maps with namespace and csvs; ${REMEDY}`],
  ])('is refused if it %s', (_, content, message) => {
    expect(messageOf(content)).toBe(message);
  });

  it('is refused with the line of a syntax error', () => {
    expect(messageOf('{\n"planVersion": 1,\n')).toMatch(/^olm\.plan\.json:\d+: .*make the plan again/);
  });

  it('is refused with all problems', () => {
    expect(messageOf('{"planVersion":1,"operators":[\n{"namespace":"x","packageName":"a"},\n{}]}').split('\n').length).toBeGreaterThan(5);
  });

  it('must exist', () => {
    expect(() => OperatorUpgradePlan.fromFile('missing.plan.json')).toThrow('missing.plan.json: the plan does not exist; make it with `olm-constructs plan OLD NEW -o json`');
  });
});
