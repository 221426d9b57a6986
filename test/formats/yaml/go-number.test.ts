import { formatFloat, parseFloat64, parseInteger } from '../../../lib/formats/yaml/go-scalar';

describe('parseInteger', () => {
  it.each<[string, number | bigint | undefined]>([
    ['9007199254740992', 9007199254740992n], ['-9007199254740992', -9007199254740992n], ['0x7fffffffffffffff', 9223372036854775807n],
    ['0b1', 1], ['0B1', 1], ['0O7', 7], ['00', 0], ['-0b1', -1], ['0b-101', -5], ['18446744073709551616', undefined], ['0x10000000000000000', undefined],
    ['1.0', undefined], ['a', undefined], ['--1', undefined], ['', undefined],
  ])('%s: %s', (scalar, value) => {
    expect(parseInteger(scalar)).toBe(value);
  });
});

describe('parseFloat64', () => {
  it.each<[string, number | undefined]>([
    ['1.5', 1.5], ['1_0.5', 10.5], ['.5', 0.5], ['._5', undefined], ['5e-324', 5e-324], ['1e309', undefined], ['e5', undefined], ['1.5.5', undefined],
  ])('%s: %s', (scalar, value) => {
    expect(parseFloat64(scalar)).toBe(value);
  });
});

describe('formatFloat', () => {

  it.each<[number, string]>([
    [1, '1'], [100000, '100000'], [999999, '999999'], [1e6, '1e+06'], [1234567, '1.234567e+06'], [12345.678, '12345.678'],
    [0.30000000000000004, '0.3'], [0.0001, '0.0001'], [0.00012345, '0.00012345'], [1e-5, '1e-05'], [1e21, '1e+21'], [-2.5, '-2.5'], [-0, '-0'],
    [1e39, '+Inf'], [-1e39, '-Inf'], [1e-46, '0'],
  ])('%d: %s', (value, formatted) => {
    expect(formatFloat(value)).toBe(formatted);
  });
});
