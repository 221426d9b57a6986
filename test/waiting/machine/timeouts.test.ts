import { CATALOG_TIMEOUTS } from '../../../lib/waiting/catalog/catalog-waiter';
import { DEFAULT_TIMEOUTS } from '../../../lib/waiting/machine/timeouts';
import { OLM_TIMEOUTS } from '../../../lib/waiting/olm/olm-waiter';
import { OPERATOR_TIMEOUTS } from '../../../lib/waiting/operator/options';
import { NAMESPACE_REMOVAL_TIMEOUTS } from '../../../lib/waiting/removal/namespace-removal';
import { OLM_REMOVAL_TIMEOUTS } from '../../../lib/waiting/removal/olm-removal';
import { REMOVAL_TIMEOUTS } from '../../../lib/waiting/removal/operator-removal-options';

const [SECOND, MINUTE] = [1_000, 60_000];
const GRACE = { terminalGrace: 10 * SECOND, transientGrace: MINUTE };

test('the timeouts of each kind of waiter are those that the guides list', () => {
  expect(DEFAULT_TIMEOUTS).toEqual({ total: 15 * MINUTE, phases: {}, settling: 2 * SECOND, ...GRACE });
  expect(CATALOG_TIMEOUTS).toEqual({ total: 5 * MINUTE, phases: {}, settling: 0, ...GRACE });
  expect(OLM_TIMEOUTS).toEqual({ total: 10 * MINUTE, phases: {}, settling: 2 * SECOND, ...GRACE });
  expect(OPERATOR_TIMEOUTS).toEqual({
    total: 20 * MINUTE, settling: 2 * SECOND, ...GRACE,
    phases: {
      resolving: 5 * MINUTE, unpacking: 11 * MINUTE, installing: 5 * MINUTE, starting: 11 * MINUTE, serving: MINUTE, recovering: 2 * MINUTE,
    },
  });
  expect(REMOVAL_TIMEOUTS).toEqual({
    total: 20 * MINUTE, settling: 0, ...GRACE,
    phases: { subscription: MINUTE, operands: 10 * MINUTE, operator: 3 * MINUTE, crds: 2 * MINUTE, conversion: MINUTE },
  });
  expect(NAMESPACE_REMOVAL_TIMEOUTS).toEqual({ total: 10 * MINUTE, settling: 0, ...GRACE, phases: { 'operator group': MINUTE, 'namespace': 5 * MINUTE } });
  expect(OLM_REMOVAL_TIMEOUTS).toEqual({ total: 20 * MINUTE, phases: {}, settling: 0, ...GRACE });
});
