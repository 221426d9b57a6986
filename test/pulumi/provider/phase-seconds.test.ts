import { phaseSeconds } from '../../../lib/pulumi/provider/inputs';

test('how long each phase took is given in seconds, to one decimal place', () => {
  const times = { resolving: 0, approving: 1_234, installing: 90_050, settling: 49 };
  expect(phaseSeconds({ kind: 'done', outcome: undefined, times })).toEqual({ resolving: 0, approving: 1.2, installing: 90.1, settling: 0 });
});
