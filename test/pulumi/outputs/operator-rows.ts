import {
  BundleDeployment, BundleEngine, CatalogRef, ImageCatalog, OlmV0Engine, OlmV1Engine, OperatorSubscription, PlainEngine, RukpakEngine,
} from '../../../lib/pulumi';
import { HELLO } from '../hello-bundle';
import { SHOP_ARGS } from '../shop-lock';
import { type Row, row } from './documented';
import { WAITS } from './finished-waits';
import { HELLOS } from './waiter-rows';

/** What a component of an operator outputs without waiters. */
const NOT_WAITED = {
  outputs: { csvName: undefined, version: undefined, phase: undefined, ownedApis: undefined, deployments: undefined, dependencies: undefined },
  values: {
    operatorGroupRef: undefined, operatorGroup: undefined, namespaceObject: undefined, subscription: undefined,
    ownedNamespace: undefined, ready: undefined, extensionReady: undefined, rukpakReady: undefined, plainReady: undefined,
  },
};

/** What a component outputs about the objects of OLM v0. */
const olmV0 = (name: string, path = 'it'): object => ({
  operatorGroupRef: expect.objectContaining({ name }) as unknown, operatorGroup: `${path}/OperatorGroup`, namespaceObject: `${path}/Namespace`,
  subscription: `${path}/Subscription`,
});

/** What it outputs with a waiter of any engine. */
const WAITED = {
  ...NOT_WAITED.outputs, csvName: 'hello.v1.0.0', version: '1.0.0', ownedApis: HELLOS, deployments: ['hello-op'],
};

/** What it outputs with the waiter of OLM v0. */
const WAITED_V0 = { ...WAITED, phase: 'Succeeded', deployments: ['hello'], dependencies: [] };

const bundle = { bundle: HELLO, namespace: 'team' };
const hello = { catalog: CatalogRef.named('shop', 'olm'), packageName: 'hello', namespace: 'team' };

const olmV1 = new OlmV1Engine({ catalogImage: 'quay.io/demo/shop:v1' });

const ENGINES: readonly (readonly [string, BundleEngine])[] = [
  ['with OLM v0', new OlmV0Engine()], ['with OLM v1', olmV1], ['with RukPak', new RukpakEngine()], ['without OLM', new PlainEngine()],
];

const BUNDLES: readonly Row[] = [
  row(BundleDeployment, ' with OLM v0', () => new BundleDeployment('it', bundle), {
    outputs: { ...WAITED_V0, namespace: 'team' },
    values: { ...NOT_WAITED.values, ...olmV0('hello-operator', 'it/Subscription'), bundle: HELLO, ownedNamespace: 'it/OperatorPlace', ready: 'it/OperatorReady' },
  }),
  row(BundleDeployment, ' with OLM v1', () => new BundleDeployment('it', { ...bundle, engine: olmV1 }), {
    outputs: { ...WAITED, namespace: 'team' },
    values: { ...NOT_WAITED.values, bundle: HELLO, ownedNamespace: 'it/OperatorPlace', extensionReady: 'it/ClusterExtensionReady' },
  }),
  row(BundleDeployment, ' with RukPak', () => new BundleDeployment('it', { ...bundle, engine: new RukpakEngine() }), {
    // RukPak does not report what it installed, so these are the name and version of the bundle.
    outputs: { ...WAITED, namespace: 'team', csvName: 'hello-operator.v0.1.0', version: '0.1.0' },
    values: { ...NOT_WAITED.values, bundle: HELLO, rukpakReady: 'it/RukpakReady' },
  }),
  row(BundleDeployment, ' without OLM', () => new BundleDeployment('it', { ...bundle, engine: new PlainEngine() }), {
    outputs: { ...WAITED, namespace: 'team' },
    values: { ...NOT_WAITED.values, bundle: HELLO, ownedNamespace: 'it/OperatorPlace', plainReady: 'it/PlainReady' },
  }),
  ...ENGINES.map(([title, engine]) => (
    row(BundleDeployment, ` ${title} and without waiters`, () => new BundleDeployment('it', { ...bundle, engine, wait: false }), {
      outputs: { ...NOT_WAITED.outputs, namespace: 'team' },
      values: { ...NOT_WAITED.values, ...(engine instanceof OlmV0Engine ? olmV0('hello-operator', 'it/Subscription') : {}), bundle: HELLO },
    })
  )),
];

const SUBSCRIPTIONS: readonly Row[] = [
  row(OperatorSubscription, ' with OLM v0', () => new OperatorSubscription('it', hello), {
    outputs: { ...WAITED_V0, namespace: 'team', subscriptionName: 'hello' },
    values: {
      ...NOT_WAITED.values, ...olmV0('hello'), packageName: 'hello', channel: undefined, startingCsv: undefined, ownedNamespace: 'it/OperatorPlace', ready: 'it/OperatorReady',
    },
  }),
  row(OperatorSubscription, ' with OLM v1', () => new OperatorSubscription('it', {
    ...hello, channel: 'stable', engine: new OlmV1Engine(),
    catalog: new ImageCatalog('shop', { image: 'quay.io/demo/shop:v1', engine: new OlmV1Engine() }),
  }), {
    outputs: { ...WAITED, namespace: 'team', subscriptionName: 'hello' },
    values: {
      ...NOT_WAITED.values, packageName: 'hello', channel: 'stable', startingCsv: undefined, ownedNamespace: 'it/OperatorPlace',
      extensionReady: 'it/ClusterExtensionReady',
    },
  }),
  row(OperatorSubscription, ' with a lock that adds a dependency', () => new OperatorSubscription('it', SHOP_ARGS), {
    outputs: { ...WAITED_V0, namespace: 'shop', subscriptionName: 'shop', csvName: 'shop.v1.0.0', deployments: ['shop'] },
    values: {
      ...NOT_WAITED.values, ...olmV0('shop'), packageName: 'shop', channel: 'stable', startingCsv: 'shop.v1.0.0', ownedNamespace: 'it/OperatorPlace', ready: 'it/OperatorReady',
    },
  }, {
    'it/OperatorReady': async () => ({ ...await WAITS.operatorReady(), csvName: 'shop.v1.0.0', deployments: ['shop'] }),
    'it/Dependency-cache/OperatorReady': async () => ({ ...await WAITS.operatorReady(), csvName: 'cache.v1.0.0', deployments: ['cache'] }),
  }),
  row(OperatorSubscription, ' without waiters', () => new OperatorSubscription('it', {
    ...hello, channel: 'stable', startingCsv: 'hello.v0.9.0', wait: false,
  }), {
    outputs: { ...NOT_WAITED.outputs, namespace: 'team', subscriptionName: 'hello' },
    values: { ...NOT_WAITED.values, ...olmV0('hello'), packageName: 'hello', channel: 'stable', startingCsv: 'hello.v0.9.0' },
  }),
];

/** Rows for the components of an operator, with each engine. */
export const OPERATOR_ROWS: readonly Row[] = [...BUNDLES, ...SUBSCRIPTIONS];
