import { parseTimeouts, withTotalTimeout } from '../../../lib/pulumi/provider/inputs';

describe('parseTimeouts', () => {
  it('converts seconds to milliseconds', () => {
    expect(parseTimeouts({ total: 90, settling: 0.5, terminalGrace: 5, transientGrace: 30, phases: { resolving: 60 } })).toEqual({
      total: 90_000, settling: 500, terminalGrace: 5_000, transientGrace: 30_000, phases: { resolving: 60_000 },
    });
  });

  it('leaves out omitted timeouts, so that the defaults apply', () => {
    expect(parseTimeouts({ terminalGrace: 0 })).toEqual({ terminalGrace: 0 });
    expect(parseTimeouts({})).toEqual({});
    expect(parseTimeouts(undefined)).toEqual({});
  });
});

describe('withTotalTimeout', () => {
  const customTimeouts = { create: 60, update: 120 };

  it.each([
    ['timeouts.total, if it is set', { timeouts: { total: 90, settling: 1 }, customTimeouts }, { total: 90, settling: 1 }],
    ['the custom timeout of the operation otherwise', { timeouts: { settling: 1 }, customTimeouts }, { settling: 1, total: 60 }],
    ['the custom timeout if timeouts is omitted', { customTimeouts }, { total: 60 }],
  ])('takes %s', (_, inputs, timeouts) => {
    expect(withTotalTimeout(inputs, 'create')).toEqual({ ...inputs, timeouts });
  });

  it('returns the inputs unchanged if no timeout is set for the operation', () => {
    const inputs = { customTimeouts };
    expect(withTotalTimeout(inputs, 'delete')).toBe(inputs);
  });
});
