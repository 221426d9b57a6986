import { expectLinear } from './growth';

describe('expectLinear', () => {
  it('accepts a reader whose time is proportional to the input', () => {
    expect(() => {
      expectLinear((size) => `[${'"a",'.repeat(size)}0]`, (input) => JSON.stringify(JSON.parse(input)));
    }).not.toThrow();
  });

  it('refuses it also if its first runs take longer because they are not compiled yet', () => {
    let runs = 0;
    expect(() => {
      expectLinear((size) => size, (size) => spend(size * size / 500 + (runs++ < 3 ? 4 : 0)), 10);
    }).toThrow(/ms of CPU, four times the size .* times as long; size/);
  });

  it('refuses a reader that begins again for each item', () => {
    expect(() => {
      expectLinear(
        (size) => Array<number>(size).fill(1),
        (items) => items.map((item) => items.reduce((sum, other) => sum + Math.sin(item * other), 0)),
        35,
      );
    }).toThrow(/ms of CPU, four times the size .* times as long; size/);
  });
});

/** Spends CPU time. */
function spend(milliseconds: number): void {
  const before = process.cpuUsage();
  let spent = 0;
  while (spent < 1000 * milliseconds) {
    const { user, system } = process.cpuUsage(before);
    spent = user + system;
  }
}
