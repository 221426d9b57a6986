import { ARGO_CD_STATUS, healthLua } from '../lib/gitops/argocd/health-checks';
import { judgeHealth } from '../lib/gitops/health/judge-health';
import { KNOWN_HEALTH } from '../lib/gitops/health/known-health';
import { TRACES } from '../test/cluster/waiting/recorded-traces';
import { MADE_STATES } from '../test/gitops/health/made-states';
import { recordedStates } from '../test/gitops/health/recorded-states';
import { describeWith } from '../test/needed';
import { luaHealth } from './argocd/lua-health';

describe('health checks in the Lua VM of Argo CD', () => {
  it.each(MADE_STATES)('$title: $status', async ({ check, object, status, message }) => {
    expect(await luaHealth([{ script: healthLua(check), object }])).toEqual([{ status, message }]);
  });

  it('agree with the rules on objects without a status, with wrong types, and with nulls', async () => {
    const objects = [
      {}, { status: null }, { status: 'x' }, { status: { conditions: 'x' } }, { status: { conditions: [null, 1, 'x', { type: 1 }] } },
      { metadata: { annotations: null, generation: 'x' }, status: { conditions: [{ type: 'Progressing', observedGeneration: 'x' }], phase: 1, state: true } },
      { spec: 3, metadata: 'x', status: { components: { refs: [{ kind: 'ClusterServiceVersion', conditions: null }] }, connectionState: [] } },
    ];
    const pairs = KNOWN_HEALTH.flatMap(check => objects.map(object => ({ check, object })));
    const results = await luaHealth(pairs.map(({ check, object }) => ({ script: healthLua(check), object })));
    expect(results.map(({ error }) => error).filter(error => error !== undefined)).toEqual([]);
    expect(results).toEqual(pairs.map(({ check, object }) => {
      const { verdict, message } = judgeHealth(check, object);
      return { status: ARGO_CD_STATUS[verdict], message };
    }));
  });
});

describeWith(TRACES)('the health checks in the Lua VM of Argo CD', () => {
  it('give the verdicts of the reviewed table on every recorded state', async () => {
    const states = recordedStates();
    const results = await luaHealth(states.map(({ check, object }) => ({ script: healthLua(check), object })));
    const expected = states.map(({ check, object }) => {
      const { verdict, message } = judgeHealth(check, object);
      return { status: ARGO_CD_STATUS[verdict], message };
    });
    expect(states.length).toBeGreaterThan(400);
    expect(results).toEqual(expected);
  });
});
