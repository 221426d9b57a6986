import { Chart, Duration, Testing } from 'cdk8s';
import {
  BundleDeployment, CatalogRef, OlmInstallation, OlmV0Engine, OlmVersion, OperatorGroupRef, OperatorSubscription, OperatorSubscriptionProps,
  OperatorUpgradeStrategy,
} from 'olm-constructs';
import { sampleBundle } from '../builders/sample-bundle';
import { one, synth } from '../builders/synthesized';

const CATALOG = CatalogRef.named('team-catalog', 'etcd');
const FAIL_FORWARD = OperatorUpgradeStrategy.TECH_PREVIEW_UNSAFE_FAIL_FORWARD;

function subscribe(props: Partial<OperatorSubscriptionProps>, chart = Testing.chart()): Chart {
  new OperatorSubscription(chart, 'operator', { catalog: CATALOG, packageName: 'etcd', ...props });
  return chart;
}

describe('OperatorSubscription', () => {
  const settings: Partial<OperatorSubscriptionProps> = {
    unpackTimeout: Duration.minutes(30), unpackRetryInterval: Duration.minutes(5), upgradeStrategy: FAIL_FORWARD, excludeGlobalCatalogs: true,
  };

  test('writes settings that OLM reads from the OperatorGroup there, and nowhere else', () => {
    const [withSettings, without] = [synth(subscribe(settings)), synth(subscribe({}))];

    expect(one(withSettings, 'OperatorGroup')).toEqual({
      apiVersion: 'operators.coreos.com/v1',
      kind: 'OperatorGroup',
      metadata: {
        name: 'etcd',
        namespace: 'etcd',
        annotations: {
          'operatorframework.io/bundle-unpack-timeout': '30m',
          'operatorframework.io/bundle-unpack-min-retry-interval': '5m',
          'olm.operatorframework.io/exclude-global-namespace-resolution': 'true',
        },
      },
      spec: { targetNamespaces: ['etcd'], upgradeStrategy: 'TechPreviewUnsafeFailForward' },
    });
    expect(withSettings.filter(({ kind }) => kind !== 'OperatorGroup')).toEqual(without.filter(({ kind }) => kind !== 'OperatorGroup'));
  });

  test('writes nothing for the defaults', () => {
    expect(synth(subscribe({ upgradeStrategy: OperatorUpgradeStrategy.DEFAULT, excludeGlobalCatalogs: false }))).toEqual(synth(subscribe({})));
  });

  test.each([
    [Duration.seconds(0), '0s'], [Duration.seconds(90), '90s'], [Duration.minutes(90), '90m'], [Duration.hours(2), '2h'], [Duration.days(1), '24h'],
    [Duration.millis(5000), '5s'],
  ])('writes %s as Go parses it: %s', (unpackTimeout, expected) => {
    expect(one(synth(subscribe({ unpackTimeout })), 'OperatorGroup').metadata.annotations).toMatchObject({
      'operatorframework.io/bundle-unpack-timeout': expected,
    });
  });

  test('writes them in a namespace that is not created here', () => {
    expect(one(synth(subscribe({ ...settings, createNamespace: false })), 'OperatorGroup').metadata.annotations).toMatchObject({
      'olm.operatorframework.io/exclude-global-namespace-resolution': 'true',
    });
  });

  test('accepts them with an OLM that supports them', () => {
    const chart = Testing.chart();
    new OlmInstallation(chart, 'olm', { version: OlmVersion.of('0.26.0') });

    expect(() => synth(subscribe(settings, chart))).not.toThrow();
  });
});

describe('BundleDeployment', () => {
  test('sets the upgrade strategy and the exclusion through its engine', () => {
    const chart = Testing.chart();
    const engine = new OlmV0Engine({ upgradeStrategy: FAIL_FORWARD, excludeGlobalCatalogs: true });
    new BundleDeployment(chart, 'it', { bundle: sampleBundle(), engine });

    expect(one(synth(chart), 'OperatorGroup')).toMatchObject({
      metadata: { annotations: { 'olm.operatorframework.io/exclude-global-namespace-resolution': 'true' } },
      spec: { upgradeStrategy: 'TechPreviewUnsafeFailForward' },
    });
  });
});

describe('an OperatorSubscription refuses', () => {
  test.each<[string, Partial<OperatorSubscriptionProps>, string]>([
    ['a timeout that is a string', { unpackTimeout: '10m' as unknown as Duration },
      "unpackTimeout must be a Duration, got '10m': use Duration."],
    ['a timeout of less than a second', { unpackTimeout: Duration.millis(500) }, 'unpackTimeout must be a whole number of seconds, got 0.5 s'],
    ['a retry interval of zero', { unpackRetryInterval: Duration.seconds(0) }, 'unpackRetryInterval must be a whole number of seconds, at least 1, got 0 s'],
    ['an unknown upgrade strategy', { upgradeStrategy: 'FailForward' as OperatorUpgradeStrategy },
      "upgradeStrategy must be OperatorUpgradeStrategy.DEFAULT ('Default') or OperatorUpgradeStrategy.TECH_PREVIEW_UNSAFE_FAIL_FORWARD "
      + "('TechPreviewUnsafeFailForward'), got 'FailForward'"],
    ['a setting of an OperatorGroup that is only named', { unpackTimeout: Duration.minutes(1), operatorGroup: OperatorGroupRef.named('theirs') },
      "'unpackTimeout' is a setting of the OperatorGroup, which is not created here: operatorGroup is 'theirs'; set its annotation "
      + "'operatorframework.io/bundle-unpack-timeout' where it is created, and omit 'unpackTimeout' here"],
    ['several settings of an OperatorGroup that is only named', {
      upgradeStrategy: FAIL_FORWARD, excludeGlobalCatalogs: true, operatorGroup: OperatorGroupRef.named('theirs'),
    },
      "'upgradeStrategy', 'excludeGlobalCatalogs' are settings of the OperatorGroup, which is not created here: operatorGroup is 'theirs'; set its field "
      + "`spec.upgradeStrategy` and its annotation 'olm.operatorframework.io/exclude-global-namespace-resolution' where it is created, and omit "
      + "'upgradeStrategy', 'excludeGlobalCatalogs' here"],
    ['an annotation with another value', {
      unpackTimeout: Duration.minutes(1), annotations: { 'operatorframework.io/bundle-unpack-timeout': '5m' },
    }, "annotations has 'operatorframework.io/bundle-unpack-timeout: 5m', and unpackTimeout leads to '1m'; omit the annotation"],
    ['the exclusion of its own catalog', { excludeGlobalCatalogs: true, catalog: CatalogRef.named('operatorhubio-catalog', 'olm') },
      "excludeGlobalCatalogs is set, which leaves the catalogs of namespace 'etcd', and catalog 'operatorhubio-catalog' is in namespace 'olm'; use a catalog in "
      + "namespace 'etcd', or omit 'excludeGlobalCatalogs'"],
  ])('%s', (_, props, message) => {
    expect(() => subscribe(props)).toThrow(`[test/operator] ${message}`);
  });

  test('a setting of an OperatorGroup of the app', () => {
    const chart = Testing.chart();
    const first = new OperatorSubscription(chart, 'first', { catalog: CATALOG, packageName: 'etcd' });

    expect(() => subscribe({ packageName: 'other', namespace: 'etcd', upgradeStrategy: FAIL_FORWARD, operatorGroup: OperatorGroupRef.fromObject(first.operatorGroup!) }, chart))
      .toThrow("[test/operator] 'upgradeStrategy' is a setting of the OperatorGroup, which is not created here: operatorGroup is the one at "
        + "'test/first/OperatorGroup'; set its field `spec.upgradeStrategy` where it is created, and omit 'upgradeStrategy' here");
  });

  test('the exclusion of the catalog of another Subscription in the namespace, at synthesis', () => {
    const chart = subscribe({ excludeGlobalCatalogs: true });
    new OperatorSubscription(chart, 'other', {
      catalog: CatalogRef.named('operatorhubio-catalog', 'olm'),
      packageName: 'other',
      namespace: 'etcd',
      createNamespace: false,
      operatorGroup: OperatorGroupRef.named('etcd'),
    });

    expect(() => synth(chart)).toThrow("[test/operator] excludeGlobalCatalogs is set for namespace 'etcd', and the Subscription at 'test/other' in it has the catalog "
      + "'operatorhubio-catalog' of namespace 'olm'; use a catalog in namespace 'etcd', or omit `excludeGlobalCatalogs`");
  });

  test.each<[string, Partial<OperatorSubscriptionProps>, string, string]>([
    ['unpackRetryInterval', { unpackRetryInterval: Duration.minutes(5) }, '0.25.0', '0.26.0'],
    ['excludeGlobalCatalogs', { excludeGlobalCatalogs: true }, '0.21.2', '0.22.0'],
    ['upgradeStrategy', { upgradeStrategy: FAIL_FORWARD }, '0.20.0', '0.21.0'],
  ])('%s with an earlier OLM that ignores it, at synthesis', (prop, props, release, since) => {
    const chart = subscribe(props);
    new OlmInstallation(chart, 'olm', { version: OlmVersion.of(release) });

    expect(() => synth(chart)).toThrow(`[test/operator] ${prop} requires OLM ${since} or later, and the OLM of the cluster is ${release}; omit '${prop}', or install a later release`);
  });
});
