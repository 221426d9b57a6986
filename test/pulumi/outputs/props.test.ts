import * as pulumi from '@pulumi/pulumi';
import { printedLines } from '../printed-lines';
import { LATE_FORMS, PropRuns } from './prop-runs';
import { PROP_CALLS } from './prop-calls';
import { pathOf, propSites } from './prop-sites';
import { sampleOf } from './prop-values';

jest.mock('../../../lib/pulumi/provider/clusters', () => jest.requireActual<object>('../fake-cluster'));

beforeEach(() => {
  printedLines();
});

afterEach(() => jest.restoreAllMocks());

const REMEDY = /got an Output: (?:its values can be Outputs, but not the whole|it decides .*; pass a plain value, or create the component in `output\.apply\(…\)`)$/;

describe.each(PROP_CALLS)('each prop of $title at each depth', ({ args: name, call, has }) => {
  const sites = propSites(name);
  const runs = new PropRuns(name, call);
  const refusals = new Map(sites.map((site) => [site, runs.refusal(site, pulumi.output(sampleOf(site, 0)))]));
  const accepted = sites.filter((site) => refusals.get(site) === undefined && has(pathOf(site)));

  test('refuses an Output with the path and the remedy, or takes it', () => {
    const refused = sites.filter((site) => refusals.get(site) !== undefined);
    expect(refused.map((site) => refusals.get(site)!.replace(/\[\d+\]/g, '[]').replace(/\.key\d+/g, '.*')).filter((message, index) => (
      !message.startsWith(`${pathOf(refused[index]!)} in args must be `) || !REMEDY.test(message)
    ))).toEqual([]);
  });

  test.each(LATE_FORMS)('is right in the resources, given as $title', async (form) => {
    const compared = new PropRuns(name, call);
    // A map cannot be an output as a whole and have outputs in it.
    const isAround = (path: string): boolean => accepted.some((other) => /^[.[]/.test(pathOf(other).slice(path.length)) && pathOf(other).startsWith(path));
    await compared.compare(accepted.filter((site) => !isAround(pathOf(site))), form);
    await compared.compare(accepted.filter((site) => isAround(pathOf(site))), form);
    expect(compared.problems).toEqual([]);
  });
});
