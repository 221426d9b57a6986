import type { Manifest } from '../../../lib/cluster/operations/manifests';
import type { PlainOperatorManifests } from '../../../lib/cluster/operations/plain-operator-manifests';
import { plainOperators } from '../../../lib/cluster/operations/plain-operators';
import { removalOfManifests } from '../../../lib/cluster/operations/removal-plan';
import { waitTargets } from '../../../lib/cluster/operations/wait-targets';
import { defined } from '../../../lib/formats/json/defined';
import { PART_OF } from '../../../lib/formats/schema/part-of';

interface Fields {
  readonly namespace?: string;
  readonly mark?: string;
  readonly labels?: object;
  readonly ownerReferences?: readonly object[];
  readonly [field: string]: unknown;
}

function object(apiVersion: string, kind: string, name: string, { namespace, mark, labels, ownerReferences, ...fields }: Fields = {}): Manifest {
  const place = namespace === undefined ? {} : { namespace };
  const annotations = mark === undefined ? {} : { annotations: { [PART_OF]: mark } };
  const metadata = { name, ...place, ...annotations, ...defined({ labels, ownerReferences }) };
  return { apiVersion, kind, name, ...place, object: { apiVersion, kind, metadata, ...fields }, source: 'all.yaml' };
}

const callTo = (service: string): object => {
  const [namespace, name] = service.split('/');
  return { clientConfig: { service: { namespace, name } } };
};

const crd = (name: string, { conversion, ...fields }: Fields & { readonly conversion?: string } = {}): Manifest => object('apiextensions.k8s.io/v1', 'CustomResourceDefinition', name, {
  ...fields, spec: { group: 'demo.test', ...(conversion === undefined ? {} : { conversion: { strategy: 'Webhook', webhook: callTo(conversion) } }) },
});
const deployment = (namespace: string, name: string, fields: Fields = {}): Manifest => object('apps/v1', 'Deployment', name, { namespace, ...fields });
const service = (namespace: string, name: string, fields: Fields = {}): Manifest => object('v1', 'Service', name, { namespace, ...fields });
const webhook = (name: string, calls: readonly string[], fields: Fields = {}): Manifest => (
  object('admissionregistration.k8s.io/v1', 'ValidatingWebhookConfiguration', name, { ...fields, webhooks: calls.map(callTo) })
);

const content = (operators: readonly PlainOperatorManifests[]): { [title: string]: string[] } => (
  Object.fromEntries(operators.map(({ title, objects }) => [title, objects.map(({ kind, name }) => `${kind} ${name}`)]))
);

const OPTIONS = { operands: 'abort', deleteCrds: false, resetConversion: false, dependencies: false, deleteLeftovers: false, force: false, removeOperators: false } as const;

/** Returns the subjects of the waits, and of the first removals. */
function subjects(manifests: readonly Manifest[]): { waits: string[]; removals: string[] } {
  const operators = { approve: false, stepwise: false, allowedCsvs: [], recover: 0, adopt: false };
  return {
    waits: waitTargets(manifests, { namespace: 'default', operators }).map(({ subject }) => subject),
    removals: removalOfManifests(manifests, 'default', OPTIONS)[0]!.map(({ subject }) => subject.replace('removal of ', '')),
  };
}

const SHOP = 'PlainOperator/team/shop';
const CART = 'PlainOperator/team/cart';

describe('operators without OLM whose objects have the annotation', () => {
  it('are told apart in one namespace, whatever their objects refer to', () => {
    const manifests = [
      crd('shops.demo.test', { mark: SHOP, conversion: 'team/shop' }), crd('carts.demo.test', { mark: CART }), deployment('team', 'shop-op', { mark: SHOP }),
      deployment('team', 'cart-op', { mark: CART }), service('team', 'shop', { mark: SHOP }), webhook('carts', ['team/shop'], { mark: CART }),
    ];
    const { marked, unmarked, unassigned, notes } = plainOperators(manifests);
    expect(content(marked)).toEqual({
      'operator team/shop': ['CustomResourceDefinition shops.demo.test', 'Deployment shop-op', 'Service shop'],
      'operator team/cart': ['CustomResourceDefinition carts.demo.test', 'Deployment cart-op', 'ValidatingWebhookConfiguration carts'],
    });
    expect({ unmarked, unassigned, notes }).toEqual({ unmarked: [], unassigned: undefined, notes: [] });
    expect(subjects(manifests)).toEqual({ waits: ['operator team/shop', 'operator team/cart'], removals: ['operator team/shop', 'operator team/cart'] });
  });

  it('do not include objects of other engines or of a catalog', () => {
    const manifests = [
      deployment('team', 'shop-op', { mark: SHOP }), deployment('team', 'cat', { mark: 'CatalogSource/team/cat' }),
      object('v1', 'ServiceAccount', 'installer', { namespace: 'team', mark: 'Subscription/team/plain' }),
    ];
    expect(content(plainOperators(manifests).marked)).toEqual({ 'operator team/shop': ['Deployment shop-op'] });
    expect(removalOfManifests(manifests, 'default', OPTIONS).map((stage) => stage.map(({ subject }) => subject))).toEqual([
      ['removal of operator team/shop'], ['removal of catalog team/cat', 'removal of the other objects of Subscription team/plain'],
    ]);
  });

  it('include webhooks without it that call one of their Services', () => {
    const manifests = [
      deployment('team', 'shop-op', { mark: SHOP }), service('team', 'shop', { mark: SHOP }), deployment('team', 'raw'), crd('raws.demo.test'),
      webhook('for-shop', ['team/shop']), webhook('for-raw', ['team/raw']),
    ];
    const { marked, unmarked } = plainOperators(manifests);
    expect(content([...marked, ...unmarked])).toEqual({
      'operator team/shop': ['Deployment shop-op', 'Service shop', 'ValidatingWebhookConfiguration for-shop'],
      'operator team/raw': ['CustomResourceDefinition raws.demo.test', 'Deployment raw', 'ValidatingWebhookConfiguration for-raw'],
    });
  });
});

describe('operators without OLM whose objects do not have the annotation', () => {
  it('are one for each namespace; CRDs and webhooks belong to the namespace that they call', () => {
    const manifests = [
      crd('shops.demo.test', { conversion: 'team/shop' }), crd('carts.demo.test', { conversion: 'prod/cart' }), deployment('team', 'shop-op'), deployment('prod', 'cart-op'),
      webhook('carts', ['prod/cart', 'prod/other']),
    ];
    const { unmarked, unassigned, notes } = plainOperators(manifests);
    expect(content(unmarked)).toEqual({
      'operator team/shop-op': ['CustomResourceDefinition shops.demo.test', 'Deployment shop-op'],
      'operator prod/cart-op': ['CustomResourceDefinition carts.demo.test', 'Deployment cart-op', 'ValidatingWebhookConfiguration carts'],
    });
    expect({ unassigned, notes }).toEqual({ unassigned: undefined, notes: [] });
    expect(subjects(manifests)).toEqual({ waits: ['operator team/shop-op', 'operator prod/cart-op'], removals: ['operator team/shop-op', 'operator prod/cart-op'] });
  });

  it('are removed together if nothing shows which of them owns a CRD or webhook, and waited for without it', () => {
    const manifests = [crd('shops.demo.test'), webhook('both', ['team/shop', 'prod/cart']), deployment('team', 'shop-op'), deployment('prod', 'cart-op')];
    const { unmarked, unassigned, notes } = plainOperators(manifests);
    expect(content(unmarked)).toEqual({ 'operator team/shop-op': ['Deployment shop-op'], 'operator prod/cart-op': ['Deployment cart-op'] });
    expect(content([unassigned!])).toEqual({ 'CRDs and webhooks of unknown operators': ['CustomResourceDefinition shops.demo.test', 'ValidatingWebhookConfiguration both'] });
    expect(notes).toEqual([
      'nothing shows which operator owns CustomResourceDefinition shops.demo.test and ValidatingWebhookConfiguration both: operator team/shop-op, operator prod/cart-op; '
        + 'set the annotation olm-constructs/part-of on the objects of each, or specify the files of one operator at a time',
    ]);
    expect(subjects(manifests)).toEqual({
      waits: ['operator team/shop-op', 'operator prod/cart-op', 'CRDs and webhooks of unknown operators'], removals: ['operator team/shop-op, operator prod/cart-op'],
    });
  });

  it('are one operator, which says so, if several Deployments are in a namespace', () => {
    const manifests = [crd('shops.demo.test'), deployment('team', 'shop-op'), deployment('team', 'cart-op')];
    expect(plainOperators(manifests).notes).toEqual([
      'the Deployments shop-op, cart-op in namespace team count as one operator, because nothing shows whether they are several; '
        + 'set the annotation olm-constructs/part-of on the objects of each, or specify the files of one operator at a time',
    ]);
    expect(subjects(manifests)).toEqual({ waits: ['operators in namespace team'], removals: ['operators in namespace team'] });
  });

  it.each<[string, readonly Manifest[]]>([
    ['a ClusterServiceVersion that owns the CRD', [
      object('operators.coreos.com/v1alpha1', 'ClusterServiceVersion', 'shop.v1.0.0', { namespace: 'team', spec: { customresourcedefinitions: { owned: [{ name: 'shops.demo.test' }] } } }),
      crd('shops.demo.test'), deployment('team', 'app'),
    ]],
    ['OLM v0 as their owner', [
      crd('shops.demo.test', { labels: { 'olm.owner': 'shop.v1.0.0' } }), deployment('team', 'shop-op', { ownerReferences: [{ kind: 'ClusterServiceVersion', name: 'shop.v1.0.0' }] }),
    ]],
    ['OLM v1 as their owner', [
      crd('shops.demo.test', { labels: { 'olm.operatorframework.io/owner-name': 'shop' } }), deployment('team', 'shop-op', { labels: { 'olm.operatorframework.io/owner-name': 'shop' } }),
    ]],
    ['RukPak as their owner', [crd('shops.demo.test', { labels: { 'core.rukpak.io/owner-name': 'shop' } }), deployment('team', 'shop-op')]],
    ['an invalid annotation, and no CRDs', [deployment('team', 'app', { mark: 'shop' })]],
  ])('do not include what has %s', (_, manifests) => {
    expect(plainOperators(manifests)).toEqual({ marked: [], unmarked: [], notes: [] });
  });
});
