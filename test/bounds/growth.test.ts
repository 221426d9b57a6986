import { expectLinear } from './growth';

describe('expectLinear', () => {
  it('accepts a reader whose time is proportional to the input', () => {
    expect(() => {
      expectLinear((size) => `[${'"a",'.repeat(size)}0]`, (input) => JSON.stringify(JSON.parse(input)));
    }).not.toThrow();
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
