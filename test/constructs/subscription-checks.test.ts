import { ApiObject, App, Chart, Lazy, Testing } from 'cdk8s';
import {
  CatalogRef, ConstructError, InstallMode, olm, OperatorGroupRef, OperatorRegistry, OperatorSubscription, OperatorSubscriptionProps,
} from 'olm-constructs';
import { InstallModeType } from 'olm-constructs/bundle';
import { sampleBundle } from '../builders/sample-bundle';
import { kindsOf, synth } from '../builders/synthesized';

const CATALOG = CatalogRef.named('operatorhubio-catalog', 'olm');

/** A group of the user's own in namespace `team`. */
function groupIn(chart: Chart, spec: olm.OperatorGroupSpec = {}, namespace = 'team'): olm.OperatorGroup {
  return new olm.OperatorGroup(chart, 'group', { metadata: { name: 'group', namespace }, spec });
}

/** Subscribes in namespace `team` to an operator of a registry in the same chart, with a group of the user's own. */
function subscribe(
  spec: olm.OperatorGroupSpec, installModes: InstallModeType[], props: Partial<OperatorSubscriptionProps> = {},
): { readonly chart: Chart; readonly subscription: OperatorSubscription } {
  const chart = Testing.chart();
  const registry = new OperatorRegistry(chart, 'registry', { bundles: [sampleBundle({ installModes })] });
  const operatorGroup = OperatorGroupRef.fromObject(groupIn(chart, spec));
  return { chart, subscription: new OperatorSubscription(chart, 'operator', { catalog: registry, namespace: 'team', operatorGroup, ...props }) };
}

const { OWN_NAMESPACE, SINGLE_NAMESPACE, MULTI_NAMESPACE, ALL_NAMESPACES } = InstallModeType;

describe('an OperatorGroup that is passed as an object', () => {
  test.each<[InstallModeType[], string, olm.OperatorGroupSpec, InstallModeType]>([
    [[OWN_NAMESPACE], "target namespaces 'team'", { targetNamespaces: ['team'] }, OWN_NAMESPACE],
    [[SINGLE_NAMESPACE], "target namespaces 'a'", { targetNamespaces: ['a'] }, SINGLE_NAMESPACE],
    [[MULTI_NAMESPACE], "target namespaces 'a', 'b'", { targetNamespaces: ['a', 'b'] }, MULTI_NAMESPACE],
    [[ALL_NAMESPACES], 'all namespaces', {}, ALL_NAMESPACES],
    [[ALL_NAMESPACES], 'all namespaces', { targetNamespaces: [] }, ALL_NAMESPACES],
  ])('needs %j for %s', (needed, _targets, spec, type) => {
    const { chart, subscription } = subscribe(spec, needed);

    expect(subscription.installMode.type).toBe(type);
    expect(() => synth(chart)).not.toThrow();
  });

  test.each<[InstallModeType[], string, olm.OperatorGroupSpec, InstallModeType]>([
    [[SINGLE_NAMESPACE], "target namespaces 'team'", { targetNamespaces: ['team'] }, OWN_NAMESPACE],
    [[OWN_NAMESPACE], "target namespaces 'a'", { targetNamespaces: ['a'] }, SINGLE_NAMESPACE],
    [[OWN_NAMESPACE], "target namespaces 'a', 'b'", { targetNamespaces: ['a', 'b'] }, MULTI_NAMESPACE],
    [[MULTI_NAMESPACE], "target namespaces 'a', 'team'", { targetNamespaces: ['a', 'team'] }, OWN_NAMESPACE],
    [[OWN_NAMESPACE], 'all namespaces', {}, ALL_NAMESPACES],
  ])('is refused when the bundle supports %j, and it has %s', (supported, targets, spec, missing) => {
    expect(() => synth(subscribe(spec, supported).chart)).toThrow(
      `[test/operator] bundle 'sample-operator.v1.0.0' does not support the install mode ${missing}, which the OperatorGroup 'test/group' requires `
      + `(${targets}); it supports ${supported.join(', ')}: change the targetNamespaces of the OperatorGroup`,
    );
  });

  test('is not checked against the bundle when a selector chooses the namespaces', () => {
    expect(() => synth(subscribe({ selector: { matchLabels: { team: 'a' } } }, [OWN_NAMESPACE]).chart)).not.toThrow();
  });

  test('is checked in its state at synthesis', () => {
    const chart = Testing.chart();
    let targetNamespaces = ['a'];
    const group = new ApiObject(chart, 'group', {
      apiVersion: 'operators.coreos.com/v1', kind: 'OperatorGroup', metadata: { name: 'group', namespace: 'team' },
      spec: Lazy.any({ produce: () => ({ targetNamespaces }) }) as object,
    });
    const registry = new OperatorRegistry(chart, 'registry', { bundles: [sampleBundle({ installModes: [SINGLE_NAMESPACE] })] });
    new OperatorSubscription(chart, 'operator', { catalog: registry, namespace: 'team', operatorGroup: OperatorGroupRef.fromObject(group) });
    expect(() => synth(chart)).not.toThrow();

    targetNamespaces = ['a', 'b'];
    expect(() => synth(chart)).toThrow('does not support the install mode MultiNamespace');
  });

  test('must agree with installMode', () => {
    const every = Object.values(InstallModeType);
    expect(() => synth(subscribe({ targetNamespaces: ['a'] }, every, { installMode: InstallMode.singleNamespace('a') }).chart)).not.toThrow();
    expect(() => synth(subscribe({ targetNamespaces: ['b', 'a'] }, every, { installMode: InstallMode.multiNamespace(['a', 'b']) }).chart)).not.toThrow();
    expect(() => synth(subscribe({ targetNamespaces: ['a'] }, every, { installMode: InstallMode.allNamespaces() }).chart)).toThrow(
      "[test/operator] installMode is AllNamespaces (all namespaces), and the OperatorGroup 'test/group' has target namespaces 'a'; omit `installMode`, "
      + 'or change the targetNamespaces of the OperatorGroup',
    );
    expect(() => synth(subscribe({ targetNamespaces: ['b'] }, every, { installMode: InstallMode.singleNamespace('a') }).chart))
      .toThrow("installMode is SingleNamespace (target namespaces 'a'), and the OperatorGroup 'test/group' has target namespaces 'b'");
  });

  test.each<[string, string | undefined, string]>([
    ['another namespace', 'elsewhere', "is in namespace 'elsewhere'"],
    ['no namespace', undefined, 'has no namespace'],
  ])('must not be in %s', (_title, namespace, where) => {
    const chart = Testing.chart();
    const group = new olm.OperatorGroup(chart, 'group', { metadata: { name: 'group', ...(namespace === undefined ? {} : { namespace }) } });
    new OperatorSubscription(chart, 'operator', {
      catalog: CATALOG, packageName: 'etcd', namespace: 'team', operatorGroup: OperatorGroupRef.fromObject(group),
    });

    expect(() => synth(chart)).toThrow(
      `[test/operator] the OperatorGroup 'test/group' ${where}, and the Subscription is in namespace 'team', where OLM requires one; `
      + 'set the namespace of the OperatorGroup to \'team\'',
    );
  });

  test('is written after the Namespace', () => {
    const { chart } = subscribe({ targetNamespaces: ['team'] }, [OWN_NAMESPACE]);
    const kinds = kindsOf(synth(chart));

    expect(kinds.indexOf('Namespace')).toBeLessThan(kinds.indexOf('OperatorGroup'));
    expect(kinds.indexOf('OperatorGroup')).toBeLessThan(kinds.indexOf('Subscription'));
  });

  test('must not be in a chart that is written before the Namespace', () => {
    const app = new App();
    const operatorGroup = OperatorGroupRef.fromObject(groupIn(new Chart(app, 'groups')));
    const chart = new Chart(app, 'operators');
    new OperatorSubscription(chart, 'etcd', { catalog: CATALOG, packageName: 'etcd', namespace: 'team', operatorGroup, installMode: InstallMode.allNamespaces() });

    expect(() => synth(chart)).toThrow("[operators/etcd] the OperatorGroup 'groups/group' is in another chart, which is written before the Namespace 'team' of this "
      + "one; create the Namespace in chart 'groups', and set `createNamespace: false`");
  });

  test('must be an OperatorGroup', () => {
    const chart = Testing.chart();
    const role = new ApiObject(chart, 'role', { apiVersion: 'rbac.authorization.k8s.io/v1', kind: 'Role' });
    const other = new ApiObject(chart, 'other', { apiVersion: 'example.com/v1', kind: 'OperatorGroup' });

    expect(() => OperatorGroupRef.fromObject(role)).toThrow(ConstructError);
    expect(() => OperatorGroupRef.fromObject(role))
      .toThrow('[test/role] expected an OperatorGroup of operators.coreos.com, got the kind Role of rbac.authorization.k8s.io');
    expect(() => OperatorGroupRef.fromObject(other)).toThrow('[test/other] expected an OperatorGroup of operators.coreos.com, got the kind OperatorGroup of example.com');
  });
});

describe('two Subscriptions to one package in one namespace', () => {
  const inTeam = { packageName: 'etcd', namespace: 'team', createNamespace: false, operatorGroup: OperatorGroupRef.named('group') };
  const twice = (path: string): string => `package 'etcd' has another Subscription in namespace 'team', at '${path}', and OLM installs a package once in a namespace; `
    + 'remove one of the two, or set another `namespace`';

  test('are refused once, with both paths, whatever their names, channels and catalogs are', () => {
    const app = new App();
    const charts = [new Chart(app, 'one'), new Chart(app, 'two')] as const;
    new OperatorSubscription(charts[0], 'first', { ...inTeam, catalog: CATALOG, name: 'first', channel: 'alpha' });
    new OperatorSubscription(charts[1], 'second', { ...inTeam, catalog: CatalogRef.named('other', 'olm'), name: 'second', channel: 'beta' });

    expect(() => synth(charts[0])).toThrow(`[one/first] ${twice('two/second')}`);
    expect(() => synth(charts[0])).not.toThrow('[two/second]');
    expect(charts[1].node.findChild('second').node.validate()).toEqual([twice('one/first')]);
  });

  test('are refused when one is a custom object', () => {
    const chart = Testing.chart();
    new OperatorSubscription(chart, 'first', { ...inTeam, catalog: CATALOG });
    new olm.Subscription(chart, 'mine', { metadata: { name: 'mine', namespace: 'team' }, spec: { name: 'etcd', source: 'a', sourceNamespace: 'olm' } });

    expect(() => synth(chart)).toThrow(`[test/first] ${twice('test/mine')}`);
  });

  test('are possible in two namespaces, and for two packages', () => {
    const chart = Testing.chart();
    new OperatorSubscription(chart, 'first', { ...inTeam, catalog: CATALOG });
    new OperatorSubscription(chart, 'second', { ...inTeam, catalog: CATALOG, namespace: 'other' });
    new OperatorSubscription(chart, 'third', { ...inTeam, catalog: CATALOG, packageName: 'redis' });

    expect(synth(chart)).toHaveLength(3);
  });
});

test('approval must be the same in a namespace, also for custom objects', () => {
  const chart = Testing.chart();
  new OperatorSubscription(chart, 'first', {
    catalog: CATALOG, packageName: 'etcd', namespace: 'team', createNamespace: false, operatorGroup: OperatorGroupRef.named('group'),
  });
  const subscribeTo = (name: string, installPlanApproval?: string): unknown => new olm.Subscription(chart, name, {
    metadata: { name, namespace: 'team' },
    spec: { name, source: 'a', sourceNamespace: 'olm', ...(installPlanApproval === undefined ? {} : { installPlanApproval }) },
  });
  subscribeTo('redis');
  expect(() => synth(chart)).not.toThrow();

  subscribeTo('mysql', 'Manual');
  expect(() => synth(chart)).toThrow("[test/first] approval is Automatic here and Manual for 'test/mysql' in the same namespace");
});

test('an OperatorGroup that a subclass changes is checked with the changes', () => {
  class Everywhere extends OperatorSubscription {
    protected override operatorGroupSpec(): olm.OperatorGroupSpec {
      return {};
    }
  }
  const chart = Testing.chart();
  const registry = new OperatorRegistry(chart, 'registry', { bundles: [sampleBundle({ installModes: [OWN_NAMESPACE] })] });
  new Everywhere(chart, 'operator', { catalog: registry });

  expect(() => synth(chart)).toThrow('[test/operator] bundle \'sample-operator.v1.0.0\' does not support the install mode AllNamespaces; '
    + 'it supports OwnNamespace: set `installMode` to one of these');
});

test('the own namespace as a single target is the install mode OwnNamespace, as OLM sees it', () => {
  const chart = Testing.chart();
  const registry = new OperatorRegistry(chart, 'registry', { bundles: [sampleBundle({ installModes: [SINGLE_NAMESPACE] })] });
  new OperatorSubscription(chart, 'operator', { catalog: registry, namespace: 'team', installMode: InstallMode.singleNamespace('team') });

  expect(() => synth(chart)).toThrow('does not support the install mode OwnNamespace; it supports SingleNamespace: set `installMode` to one of these');
});
