import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ARGO_CD_STATUS } from '../../../lib/gitops/argocd/health-checks';
import { judgeHealth } from '../../../lib/gitops/health/judge-health';
import { TRACES } from '../../cluster/waiting/recorded-traces';
import { describeWith } from '../../needed';
import { recordedStates, verdictPage } from './recorded-states';

const PAGE = join(__dirname, 'verdicts.md');

describeWith(TRACES)('health of every recorded state', () => {
  it('is that of the reviewed table', () => {
    const judged = recordedStates().map(state => {
      const { verdict, message } = judgeHealth(state.check, state.object);
      return { state, verdict: ARGO_CD_STATUS[verdict], message };
    });
    const page = verdictPage(judged);
    if (process.env['WRITE_VERDICTS'] !== undefined) {
      writeFileSync(PAGE, page);
    }
    expect(judged.length).toBeGreaterThan(400);
    expect(page).toBe(readFileSync(PAGE, 'utf8'));
  });
});
