import * as path from 'node:path';
import { entriesProgram } from '../../scripts/parity-page/entries-program';
import { type ApiCalls, unreported } from './api-call';
import { CLUSTER_CALLS } from './cluster-calls';
import { COMPONENT_CALLS } from './component-calls';
import { CONSTRUCT_CALLS } from './construct-calls';
import { DATA_CALLS } from './data-calls';
import { GITOPS_CALLS } from './gitops-calls';
import { OptionPlaces, placeName } from './option-places';
import { unreportedObjects, unreportedValues } from './wrong-values';

/** Interfaces whose objects users do not write as literals, by reason. What is in them does not count either. */
const NOT_WRITTEN: { readonly [reason: string]: readonly string[] } = {
  'users implement it, or a construct of the library does': [
    'IAbortSignal', 'ICatalog', 'IClusterCatalog', 'IFluxKustomization', 'IFluxSource', 'IOlmInstallation', 'IPackageEngine', 'IPlainRendering',
    'IResolver', 'IRukpakBundle', 'IValidationRule',
  ],
  'the library passes it to an engine or a provider of certificates': ['BundleEngineRequest', 'PackageEngineRequest', 'WebhookCertificate'],
  'another call returned it': ['ClusterStatus', 'Explanation', 'LockProblem', 'Manifest', 'OlmUpgradePlanContent', 'PlanContent'],
};

const LEFT_OUT = new Set(Object.values(NOT_WRITTEN).flat());

const MAIN = 'lib/index.ts';

/** Calls by the entry of the package that exports them. The components also export what is no construct: it is in the main entry. */
const CALLS: readonly (readonly [string, ApiCalls])[] = [
  [MAIN, { ...CONSTRUCT_CALLS, ...GITOPS_CALLS, ...DATA_CALLS }],
  ['lib/pulumi/index.ts', COMPONENT_CALLS],
  ['lib/cluster/index.ts', CLUSTER_CALLS],
];

const program = entriesProgram(path.resolve(__dirname, '../..'), CALLS.map(([entry]) => entry));

/** Interfaces of this project that were found in the API. */
const seen = new Set<string>();

const placesByEntry = new Map(CALLS.map(([entry]) => [entry, new OptionPlaces(program, entry, (type) => {
  seen.add(type);
  return LEFT_OUT.has(type);
}).all()]));
const mainPlaces = placesByEntry.get(MAIN)!;
const inMain = new Set(mainPlaces.map(({ call }) => call));

describe.each(CALLS)('%s: an unknown key of every object that users write is an error with the known ones', (entry, calls) => {
  const places = placesByEntry.get(entry)!.filter(({ call }) => entry === MAIN || !inMain.has(call));

  it('in every call', () => {
    expect(Object.keys(calls).sort()).toEqual([...new Set(places.map(({ call }) => call))].sort());
  });

  it.each(Object.entries(calls))('%s', async (name, call) => {
    const problems: (string | undefined)[] = [];
    for (const place of places.filter((each) => each.call === name)) {
      problems.push(await unreported(call, place));
    }
    expect(problems.filter((problem) => problem !== undefined)).toEqual([]);
  });
});

describe.each(CALLS)('%s: a wrong value is an error of ours, never one of JavaScript', (entry, calls) => {
  const places = placesByEntry.get(entry)!.filter(({ call }) => entry === MAIN || !inMain.has(call));

  it.each(Object.entries(calls))('in place of the object in %s', async (name, call) => {
    const problems: string[] = [];
    for (const place of places.filter((each) => each.call === name && each.path.length === 0)) {
      problems.push(...await unreportedObjects(call, place));
    }
    expect(problems).toEqual([]);
  });

  it.each(Object.entries(calls))('for each option of %s', async (name, call) => {
    const problems: string[] = [];
    for (const place of places.filter((each) => each.call === name)) {
      problems.push(...await unreportedValues(call, place));
    }
    expect(problems).toEqual([]);
  });
});

test('objects in objects, lists and maps are found', () => {
  expect(mainPlaces.map(placeName)).toEqual(expect.arrayContaining([
    'new OperatorSubscription(props).config.env[].valueFrom.secretKeyRef', 'new Cluster(props).olmV1', 'Catalog#filter(filter).packages[].channels[]',
    'Catalog.fromBundles(options).deprecations.*', 'RukpakSource.configMaps(configMaps)[]',
  ]));
});

test('every interface that is left out is part of the API', () => {
  expect([...LEFT_OUT].filter((type) => !seen.has(type))).toEqual([]);
});
