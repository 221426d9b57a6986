import { hasFormat } from '../../../../lib/formats/schema/checks/string-formats';

describe('formats of strings', () => {
  it.each<[string, readonly string[], readonly string[]]>([
    ['byte', ['YQ==', 'YWJj'], ['', 'a', 'YQ=']],
    ['cidr', ['10.0.0.0/8', '::1/128'], ['10.0.0.0', '10.0.0.0/33', 'a/8', '10.0.0.0/8/8']],
    ['date', ['2024-02-29'], ['2023-02-29', '2024-13-01', '2024-1-1', '']],
    ['date-time', ['2024-01-31T00:00:00Z', '2024-01-31T00:00:00.123+02:00'], ['2024-01-31', '2024-01-31T24:00:00Z', '2024-01-31T00:00:00', '2024-04-31T00:00:00Z']],
    ['ipv4', ['1.2.3.4'], ['1.2.3', '::1']],
    ['ipv6', ['::1'], ['1.2.3.4']],
    ['k8s-short-name', ['a-b'], ['a.b', 'A']],
    ['k8s-long-name', ['a.b'], ['a_b']],
    ['uri', ['http://a', '/a'], ['a', '']],
    ['uuid', ['123e4567-e89b-12d3-a456-426614174000'], ['123']],
    ['unknown', ['', 'a'], []],
  ])('%s', (format, valid, invalid) => {
    expect(valid.filter(value => !hasFormat(format, value))).toEqual([]);
    expect(invalid.filter(value => hasFormat(format, value))).toEqual([]);
  });
});
