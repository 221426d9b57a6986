import { explanation, explanationLines, Finding } from '../../../../lib/cluster/waiting/explain/explanation';
import { causeLink } from '../../../../lib/text/documentation';
import { KNOWN_CAUSES } from '../../../../lib/cluster/waiting/explain/known-causes';

const crash = (name: string): Finding => ({ cause: 'warning-event', message: `event BackOff for Pod ${name}` });

describe('an explanation', () => {
  it('adds the remedy of the cause, or keeps that of the finding', () => {
    const findings: Finding[] = [{ cause: 'olm-not-running', message: 'one' }, { cause: 'object-missing', message: 'two', remedy: 'apply app.yaml' }];
    expect(explanation('it failed', true, findings)).toEqual({ headline: 'it failed', timedOut: true, findings: [
      { cause: 'olm-not-running', message: 'one', remedy: KNOWN_CAUSES['olm-not-running'].remedy, link: causeLink('olm-not-running') },
      { cause: 'object-missing', message: 'two', remedy: 'apply app.yaml', link: causeLink('object-missing') },
    ] });
  });

  it('has a line for each sentence, whatever the names in it are; the data keeps them', () => {
    const hostile = 'evil\u001b[31m\n::error::x\u2028\u202e';
    const found = explanation(`${hostile} is not ready`, true, [{ cause: 'unexplained', message: hostile, remedy: hostile }]);
    expect(found.findings[0]!.message).toBe(hostile);
    expect(explanationLines(found)).toHaveLength(4);
    explanationLines(found).forEach((line) => expect(line).toMatch(/^[^\p{Cc}\p{Cf}\p{Zl}]*$/u));
  });

  it('states that nothing explains the failure if nothing was found', () => {
    expect(explanation('it failed', true, []).findings).toEqual([
      { cause: 'unexplained', message: 'no object in the cluster explains why', remedy: KNOWN_CAUSES.unexplained.remedy, link: causeLink('unexplained') },
    ]);
  });

  it('completes remedies with the words of the waiter: where to set something, and which logs to read', () => {
    const words = { podSettings: 'in config of the Subscription', controllers: 'catalogd' };
    const remedyOf = (finding: Finding): string => explanation('', true, [finding], words).findings[0]!.remedy;
    const completed = Object.entries(KNOWN_CAUSES).filter(([, { completedBy }]) => completedBy !== undefined);
    expect(completed.length).toBeGreaterThan(2);
    for (const [cause, { remedy, completedBy }] of completed) {
      const end = completedBy === 'controllers' ? ': catalogd' : ' in config of the Subscription';
      expect(remedyOf({ cause: cause as Finding['cause'], message: 'x' })).toBe(`${remedy}${end}`);
    }
    expect(remedyOf({ cause: 'olm-not-running', message: 'x' })).toBe(KNOWN_CAUSES['olm-not-running'].remedy);
  });

  it('leaves remedies as they are without words', () => {
    for (const [cause, { remedy }] of Object.entries(KNOWN_CAUSES)) {
      expect(explanation('', true, [{ cause: cause as Finding['cause'], message: 'x' }]).findings[0]!.remedy).toBe(remedy);
    }
  });

  it('has each message once, and eight findings at most, the first ones', () => {
    const names = Array.from({ length: 9 }, (_, index) => `p${index}`);
    const { findings } = explanation('', false, [crash('p0'), ...names.map(crash), crash('p3')]);
    expect(findings.map(({ message }) => message)).toEqual(names.slice(0, 8).map((name) => `event BackOff for Pod ${name}`));
  });

  it('is written with remedy and link once for consecutive findings that share them', () => {
    const findings: Finding[] = ['one', 'two', 'three'].map((message, index) => ({ cause: 'object-missing', message, remedy: index < 2 ? 'create them' : 'wait' }));
    expect(explanationLines(explanation('it failed', true, findings))).toEqual([
      'it failed', '  - one', '  - two', '    remedy: create them', `    see: ${causeLink('object-missing')}`,
      '  - three', '    remedy: wait', `    see: ${causeLink('object-missing')}`,
    ]);
  });
});
