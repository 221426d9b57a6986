import { App, Chart, Duration } from 'cdk8s';
import { goDuration, wholeMinutes } from '../../../lib/constructs/model/go-duration';

const scope = new Chart(new App(), 'test');

describe('a duration for OLM', () => {
  it.each<[Duration, string]>([
    [Duration.seconds(0), '0s'], [Duration.seconds(1), '1s'], [Duration.seconds(60), '1m'], [Duration.seconds(90), '90s'], [Duration.minutes(90), '90m'],
    [Duration.hours(1), '1h'], [Duration.hours(48), '48h'], [Duration.millis(2000), '2s'],
  ])('is written in the largest whole unit: %s', (duration, written) => {
    expect(goDuration(scope, 'pollInterval', duration, 0)).toBe(written);
  });

  it('may be as short as the minimum, and not shorter', () => {
    expect(goDuration(scope, 'pollInterval', Duration.seconds(30), 30)).toBe('30s');
    expect(() => goDuration(scope, 'pollInterval', Duration.seconds(29), 30)).toThrow('pollInterval must be a whole number of seconds, at least 30, got 29 s');
    expect(() => goDuration(scope, 'pollInterval', Duration.millis(1500), 0)).toThrow('pollInterval must be a whole number of seconds, got 1.5 s');
  });
});

describe('a number of minutes', () => {
  it('is from the minimum to the maximum', () => {
    expect([1, 5].map((minutes) => wholeMinutes(scope, 'deadline', Duration.minutes(minutes), 1, 5))).toEqual([1, 5]);
    expect(wholeMinutes(scope, 'deadline', Duration.hours(10), 1)).toBe(600);
  });

  it.each<[Duration, number | undefined, string]>([
    [Duration.minutes(0), undefined, 'deadline must be a whole number of minutes, at least 1, got 0 min'],
    [Duration.minutes(6), 5, 'deadline must be a whole number of minutes, from 1 to 5, got 6 min'],
    [Duration.seconds(90), undefined, 'deadline must be a whole number of minutes, at least 1, got 90 s'],
  ])('is not %s (maximum %s)', (duration, maximum, message) => {
    expect(() => wholeMinutes(scope, 'deadline', duration, 1, maximum)).toThrow(`[test] ${message}`);
  });
});
