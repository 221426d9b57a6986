import { ValidationSuite } from '../../../lib/validation/model/suite';
import { SUITES } from '../../../lib/validation/suites/definitions';
import { testSuite } from '../rule-table';
import { OLM_V0_BREACHES, OLM_V0_PASSING } from './olm-v0-breaches';

const { rules } = SUITES.find(({ suite }) => suite === ValidationSuite.OLM_V0)!;
/** Rules of the suite `olm-constructs` too, whose test has their breaches. */
const shared = rules.map(({ id }) => id).filter((id) => !id.startsWith('olm-v0-'));

describe('the suite olm-v0', () => {
  testSuite(ValidationSuite.OLM_V0, OLM_V0_BREACHES, OLM_V0_PASSING, {}, [], shared);
});
