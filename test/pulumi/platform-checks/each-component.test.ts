import { PlatformChecks } from '../../../lib/pulumi';
import { COMPONENT_ROWS } from '../outputs/component-rows';
import { OPERATOR_ROWS } from '../outputs/operator-rows';
import { Program } from '../program';
import { recordLog } from './components-of';

const ROWS = [...OPERATOR_ROWS, ...COMPONENT_ROWS].filter(({ of }) => of !== PlatformChecks);

afterEach(() => jest.restoreAllMocks());

test.each(ROWS.map((row) => [row.title, row] as const))('%s can be created again, and passes all checks', async (_, { make }) => {
  recordLog();
  let report: PlatformChecks['report'] | undefined;
  await Program.run(() => {
    ({ report } = new PlatformChecks('checks'));
    make();
  });
  expect((await report!).findings.filter(({ severity }) => String(severity) === 'error')).toEqual([]);
});
