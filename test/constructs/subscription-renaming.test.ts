import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Testing } from 'cdk8s';
import { BundleDeployment, CatalogRef, OlmV0Engine, OlmV1Engine, OperatorGroupRef, OperatorSubscription, OperatorSubscriptionProps, PlainEngine } from 'olm-constructs';
import { InClusterProgram, OperatorWaitJob } from 'olm-constructs/gitops';
import { takeWarnings } from '../../lib/constructs/model/warnings';
import { sampleBundle } from '../builders/sample-bundle';
import { one, synth } from '../builders/synthesized';

const AFTERWARDS = { name: 'renamed', operatorGroupName: 'demo' };
const RENAMED = { ...AFTERWARDS, previousName: 'demo' };
const folder = mkdtempSync(join(tmpdir(), 'olm-constructs-renaming-'));
const path = join(folder, 'program.js');
writeFileSync(path, 'console.log("waits")');

afterAll(() => rmSync(folder, { recursive: true }));

function subscribe(props: Partial<OperatorSubscriptionProps>, chart = Testing.chart()): OperatorSubscription {
  return new OperatorSubscription(chart, `operator-${props.name ?? 'demo'}`, { catalog: CatalogRef.named('hub', 'olm'), packageName: 'demo', ...props });
}

beforeEach(() => {
  jest.spyOn(process.stderr, 'write').mockReturnValue(true);
});

afterEach(() => jest.restoreAllMocks());

describe('a renamed Subscription', () => {
  test('states its previous name in its manifest, and keeps its OperatorGroup', () => {
    const chart = Testing.chart();
    const subscription = subscribe({ ...RENAMED, annotations: { team: 'a' } }, chart);
    const manifests = synth(chart);

    expect(one(manifests, 'Subscription').metadata).toMatchObject({ name: 'renamed', annotations: { 'olm-constructs/previous-name': 'demo', 'team': 'a' } });
    expect(one(manifests, 'OperatorGroup').metadata).toMatchObject({ name: 'demo', annotations: { team: 'a' } });
    expect(subscription).toMatchObject({ previousName: 'demo', operatorGroupName: 'demo' });
  });

  test('has the same objects but for the annotation once the previous name is omitted', () => {
    const [before, after] = [RENAMED, AFTERWARDS].map((props) => {
      const chart = Testing.chart();
      subscribe(props, chart);
      return JSON.stringify(synth(chart));
    });
    expect(before!.replace(',"olm-constructs/previous-name":"demo"', '')).toBe(after);
  });

  test('warns if nothing hands the operator over, and not if an OperatorWaitJob does', () => {
    const alone = subscribe(RENAMED);
    expect(takeWarnings([alone])).toEqual([expect.stringMatching(/^\[test\/operator-renamed\] previousName is 'demo', and nothing .* OperatorWaitJob .*wait --adopt/)]);

    const chart = Testing.chart();
    const handedOver = subscribe(RENAMED, chart);
    new OperatorWaitJob(chart, 'wait', { waitFor: [handedOver], program: InClusterProgram.fromFile(path) });
    expect(takeWarnings([handedOver])).toEqual([]);
  });

  test.each<[string, Partial<OperatorSubscriptionProps>, string | RegExp]>([
    ['its current name', { previousName: 'demo', operatorGroupName: 'demo' }, "previousName is 'demo', which is still the name of the Subscription"],
    ['an invalid name', { ...RENAMED, previousName: 'A' }, "previousName 'A' must consist of lowercase letters"],
    ['no name of its OperatorGroup', { previousName: 'demo', name: 'renamed' }, /without operatorGroupName the OperatorGroup is renamed as well.* set 'operatorGroupName' to the name that it has/],
    ['OLM v1', { ...RENAMED, engine: new OlmV1Engine() }, "'previousName' is set, which only OLM v0 has; omit 'previousName'"],
  ])('is refused with %s', (_, props, error) => {
    expect(() => subscribe(props)).toThrow(error);
  });

  test('is refused with the name of another Subscription of the namespace, which the hand-over would delete', () => {
    const chart = Testing.chart();
    subscribe({ namespace: 'team', packageName: 'other', name: 'demo' }, chart);
    subscribe({ name: 'renamed', previousName: 'demo', namespace: 'team', operatorGroup: OperatorGroupRef.named('demo'), createNamespace: false }, chart);
    expect(() => synth(chart)).toThrow(/previousName is 'demo', which is the name of another Subscription of the app in namespace 'team', at 'test\/operator-demo'; remove that one/);
  });
});

describe('the name of an OperatorGroup', () => {
  test('is refused with a reference to another one', () => {
    expect(() => subscribe({ operatorGroupName: 'a', operatorGroup: OperatorGroupRef.named('b') }))
      .toThrow("operatorGroupName is 'a', and operatorGroup refers to 'b', so that none is created; omit one of the two");
  });

  test('is refused by OLM v1, which has none', () => {
    expect(() => subscribe({ operatorGroupName: 'a', engine: new OlmV1Engine() })).toThrow("'operatorGroupName' is set, which only OLM v0 has");
  });
});

describe('a BundleDeployment', () => {
  const bundle = sampleBundle({});

  test('takes over the operator of another Subscription', () => {
    const chart = Testing.chart();
    new BundleDeployment(chart, 'it', { bundle, previousName: 'by-hand', engine: new OlmV0Engine({ operatorGroupName: 'og' }) });
    const manifests = synth(chart);

    expect(one(manifests, 'Subscription').metadata.annotations).toMatchObject({ 'olm-constructs/previous-name': 'by-hand' });
    expect(one(manifests, 'OperatorGroup').metadata.name).toBe('og');
  });

  test('is refused with an engine that creates no Subscription', () => {
    expect(() => new BundleDeployment(Testing.chart(), 'it', { bundle, previousName: 'by-hand', engine: new PlainEngine() }))
      .toThrow("'previousName' is set, and the engine Plain creates no Subscription that takes over the operator of 'by-hand'");
  });
});
