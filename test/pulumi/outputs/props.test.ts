import * as pulumi from '@pulumi/pulumi';
import { COMPONENT_CALLS } from '../../unknown-keys/component-calls';
import { printedLines } from '../printed-lines';
import { LATE_FORMS, PropRuns } from './prop-runs';
import { type ArgsName, pathOf, propSites } from './prop-sites';
import { UNTESTED } from './untested-props';
import { sampleOf } from './prop-values';

jest.mock('../../../lib/pulumi/provider/clusters', () => jest.requireActual<object>('../fake-cluster'));

/** Components with arguments, by the calls of their constructors. */
const COMPONENTS = Object.keys(COMPONENT_CALLS).map((call) => /^new (\w+)\(args\)$/.exec(call)?.[1])
  .filter((name): name is string => name !== undefined && !/Ready$|^OlmDetection$|^OperatorAdoption$|^OperatorNamespace$/.test(name));

beforeEach(() => {
  printedLines();
});

afterEach(() => jest.restoreAllMocks());

describe.each(COMPONENTS)('each prop of %s at each depth', (component) => {
  const name = `${component}Args` as ArgsName;
  const call = COMPONENT_CALLS[`new ${component}(args)`]!;
  const sites = propSites(name);
  const runs = new PropRuns(name, call);
  const refusals = new Map(sites.map((site) => [site, runs.refusal(site, pulumi.output(sampleOf(site, 0)))]));
  const accepted = sites.filter((site) => refusals.get(site) === undefined && UNTESTED[`${component}.${pathOf(site)}`] === undefined);

  test('refuses an Output with the path and the remedy, or takes it', () => {
    const refused = sites.filter((site) => refusals.get(site) !== undefined);
    const path = (text: string): string => text.replaceAll('[]', '[0]').replace(/\.\*/g, '.key0');
    expect(refused.filter((site) => !refusals.get(site)!.startsWith(path(pathOf(site)))
      || !/got an Output: (?:its values can be Outputs|it decides what is created.* pass a plain value, or create the component in `output\.apply)/.test(refusals.get(site)!))
      .map((site) => refusals.get(site))).toEqual([]);
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
