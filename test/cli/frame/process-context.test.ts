import { optimizeLater } from '../../../lib/cli/frame/context';

describe('optimizeLater', () => {
  it.each([
    ['11.3.244.8-node.33', ['--interrupt-budget=2000000']],
    ['12.4.254.21-node.33', []],
    ['13.6.233.17-node.37', []],
  ])('for V8 %s, sets the flags %j', (version, expected) => {
    const flags: string[] = [];
    optimizeLater(version, (flag) => flags.push(flag));
    expect(flags).toEqual(expected);
  });
});
