import { readLimits } from '../../../lib/bundle/files/read-options';
import { ValidationSuite } from '../../../lib/validation/model/suite';
import { CRD_RULES } from '../../../lib/validation/suites/crd';
import { SUITES } from '../../../lib/validation/suites/definitions';
import { viewOfFiles } from '../../../lib/validation/views/bundle-view-of';
import { changedBundle, CRD, type Edits, findingsIn } from '../valid-bundle';

/** Returns the faults of a CRD as `rule field`, with upstream's name of the field. */
function faults(change: Edits): string[] {
  const view = viewOfFiles(changedBundle({ crd: change }), [], readLimits(), {});
  return CRD_RULES.flatMap((rule) => [...rule.check(view)].map((fault) => `${rule.id} ${fault.field}`));
}

const VERSION = 'spec/versions/0';
const SCHEMA = { openAPIV3Schema: { type: 'object', properties: { spec: { type: 'object', properties: { size: { type: 'integer' } } } } } };
const version = (more: object): object => ({ name: 'v1', served: true, storage: true, schema: SCHEMA, ...more });
const webhook = (clientConfig: object, conversionReviewVersions: readonly string[] = ['v1']): Edits => ({
  'spec/conversion': { strategy: 'Webhook', webhook: { clientConfig, conversionReviewVersions } },
});
const column = (more: object): Edits => ({ [`${VERSION}/additionalPrinterColumns`]: [{ name: 'A', type: 'string', jsonPath: '.a', ...more }] });
const selectable = (...paths: string[]): Edits => ({ [`${VERSION}/selectableFields`]: paths.map((jsonPath) => ({ jsonPath })) });
const scale = (more: object): Edits => ({
  [`${VERSION}/subresources`]: { scale: { specReplicasPath: '.spec.replicas', statusReplicasPath: '.status.replicas', ...more } },
});
const old = (more: Edits = {}): Edits => ({
  'apiVersion': 'apiextensions.k8s.io/v1beta1',
  'spec/version': 'v1',
  'spec/versions': undefined,
  'spec/validation': SCHEMA,
  'spec/preserveUnknownFields': false,
  ...more,
});

const NINE = Array.from({ length: 9 }, (_, index) => `f${index}`);
const APPROVAL = 'metadata/annotations/api-approved.kubernetes.io';

const FAULTY: [string, Edits, string[]][] = [
  ['another name', { 'metadata/name': 'others.example.test' }, ['crd-metadata metadata.name']],
  ['an invalid name', { 'metadata/name': 'A_b' }, ['crd-metadata metadata.name', 'crd-metadata metadata.name']],
  ['no name', { 'metadata/name': undefined }, ['crd-metadata metadata.name']],
  ['a namespace', { 'metadata/namespace': 'a' }, ['crd-metadata metadata.namespace']],
  ['no group', { 'spec/group': undefined }, ['crd-metadata metadata.name', 'crd-group spec.group']],
  ['a group without a dot', { 'spec/group': 'test', 'metadata/name': 'memcacheds.test' }, ['crd-group spec.group']],
  ['a group with capitals', { 'spec/group': 'A.b' }, ['crd-metadata metadata.name', 'crd-group spec.group']],
  ['no scope', { 'spec/scope': undefined }, ['crd-scope spec.scope']],
  ['another scope', { 'spec/scope': 'Everywhere' }, ['crd-scope spec.scope']],
  [
    'no names',
    { 'spec/names': undefined },
    ['crd-metadata metadata.name', ...['plural', 'singular', 'kind', 'listKind'].map((key) => `crd-names spec.names.${key}`)],
  ],
  ['a kind with a dash at the end', { 'spec/names/kind': 'A-' }, ['crd-names spec.names.singular', 'crd-names spec.names.kind']],
  ['a list kind that is the kind', { 'spec/names/listKind': 'Memcached' }, ['crd-names spec.names.listKind']],
  [
    'invalid short names and categories',
    { 'spec/names/shortNames': ['a', 'B'], 'spec/names/categories': ['C'] },
    ['crd-names spec.names.shortNames[1]', 'crd-names spec.names.categories[0]'],
  ],
  ['no versions', { 'spec/versions': [] }, ['crd-storage spec.versions']],
  ['a version with a bad name', { 'spec/versions/0/name': 'Bad_V' }, ['crd-versions spec.versions[0].name', 'crd-versions spec.version']],
  ['a version twice', { 'spec/versions/+': version({ storage: false }) }, ['crd-versions spec.versions']],
  ['two storage versions', { 'spec/versions/+': version({ name: 'v2' }) }, ['crd-storage spec.versions']],
  ['no storage version', { 'spec/versions/0/storage': false }, ['crd-storage spec.versions']],
  [
    'a deprecation warning of a version that is not deprecated',
    { 'spec/versions/0/deprecationWarning': 'x' },
    ['crd-versions spec.versions[0].deprecationWarning'],
  ],
  ...['', 'a\nb', 'x'.repeat(257)].map((deprecationWarning): [string, Edits, string[]] => [
    `the warning ${JSON.stringify(deprecationWarning.slice(0, 5))}`,
    { 'spec/versions/0/deprecated': true, 'spec/versions/0/deprecationWarning': deprecationWarning },
    ['crd-versions spec.versions[0].deprecationWarning'],
  ]),
  ['preserved unknown fields', { 'spec/preserveUnknownFields': true }, ['crd-unknown-fields spec.preserveUnknownFields']],
  ['no strategy', { 'spec/conversion': {} }, ['crd-conversion spec.conversion.strategy']],
  ['an unknown strategy', { 'spec/conversion': { strategy: 'X' } }, ['crd-conversion spec.conversion.strategy']],
  [
    'a webhook without a client configuration',
    { 'spec/conversion': { strategy: 'Webhook', webhook: { conversionReviewVersions: ['v1'] } } },
    ['crd-conversion spec.conversion.webhookClientConfig'],
  ],
  [
    'a webhook with both url and service',
    webhook({ url: 'https://a', service: { name: 'a', namespace: 'b' } }),
    ['crd-conversion spec.conversion.webhookClientConfig'],
  ],
  ['a webhook with neither', webhook({}), ['crd-conversion spec.conversion.webhookClientConfig']],
  ['a webhook with http', webhook({ url: 'http://a' }), ['crd-conversion spec.conversion.webhookClientConfig.url']],
  ['a URL with user, query and fragment', webhook({ url: 'https://u@a?b#c' }), Array<string>(3).fill('crd-conversion spec.conversion.webhookClientConfig.url')],
  ['an invalid URL', webhook({ url: 'https://%' }), ['crd-conversion spec.conversion.webhookClientConfig.url']],
  // Upstream swaps the two field names, so its error is about the other field.
  ['a service without a name', webhook({ service: { namespace: 'a' } }), ['crd-conversion spec.conversion.webhookClientConfig.service.namespace']],
  [
    'a service with port 0',
    webhook({ service: { name: 'a', namespace: 'b', port: 0 } }),
    ['crd-conversion spec.conversion.webhookClientConfig.service.port'],
  ],
  ...['//', '/a//b', '/A', 'ab'].map((path): [string, Edits, string[]] => (
    [`the path ${path}`, webhook({ service: { name: 'a', namespace: 'b', path } }), ['crd-conversion spec.conversion.webhookClientConfig.service.path']]
  )),
  ['no review versions', webhook({ url: 'https://a' }, []), ['crd-conversion spec.conversion.conversionReviewVersions']],
  ['unknown review versions', webhook({ url: 'https://a' }, ['v9']), ['crd-conversion spec.conversion.conversionReviewVersions']],
  ['a review version twice', webhook({ url: 'https://a' }, ['v1', 'v1']), ['crd-conversion spec.conversion.conversionReviewVersions[1]']],
  [
    'a webhook without the strategy Webhook',
    { ...webhook({ url: 'https://a' }), 'spec/conversion/strategy': 'None' },
    ['webhookClientConfig', 'conversionReviewVersions'].map((key) => `crd-conversion spec.conversion.${key}`),
  ],
  ['a column without a name', column({ name: '' }), ['crd-columns spec.additionalPrinterColumns[0].name']],
  ['a column of an unknown type', column({ type: 'x' }), ['crd-columns spec.additionalPrinterColumns[0].type']],
  ['a column of an unknown format', column({ format: 'x' }), ['crd-columns spec.additionalPrinterColumns[0].format']],
  ['a column without a path', column({ jsonPath: '' }), ['crd-columns spec.additionalPrinterColumns[0].JSONPath']],
  ['a column with a path without a dot', column({ jsonPath: 'a' }), ['crd-columns spec.additionalPrinterColumns[0].JSONPath']],
  ['a scale without a path', scale({ specReplicasPath: '' }), ['crd-subresources spec.subresources.scale.specReplicasPath']],
  ['a scale that is not in the spec', scale({ specReplicasPath: '.a' }), ['crd-subresources spec.subresources.scale.specReplicasPath']],
  ['a selector path without a dot', scale({ labelSelectorPath: 'a' }), ['crd-subresources spec.subresources.scale.labelSelectorPath']],
  ['a field that the schema does not have', selectable('.spec.other'), ['crd-selectable-fields spec.selectableFields[0].jsonPath']],
  ['a field that is a map', selectable('.spec'), ['crd-selectable-fields spec.selectableFields[0].jsonPath']],
  ['a field twice', selectable('.spec.size', '.spec.size'), ['crd-selectable-fields spec.selectableFields[1].jsonPath']],
  ['a field in brackets', selectable('.spec[\'size\']'), ['crd-selectable-fields spec.selectableFields[0].jsonPath']],
  ['no path', selectable(''), ['crd-selectable-fields spec.selectableFields[0].jsonPath']],
  ['a path that ends in a dot', selectable('.spec.'), ['crd-selectable-fields spec.selectableFields[0].jsonPath']],
  ['selectable fields without a schema', { ...selectable('.spec.size'), [`${VERSION}/schema`]: undefined }, ['crd-selectable-fields spec.selectableFields']],
  [
    'nine selectable fields',
    {
      [`${VERSION}/schema/openAPIV3Schema/properties/spec/properties`]: Object.fromEntries(NINE.map((name) => [name, { type: 'string' }])),
      ...selectable(...NINE.map((name) => `.spec.${name}`)),
    },
    ['crd-selectable-fields spec.selectableFields'],
  ],
  [
    'a group of Kubernetes without an approval',
    { 'spec/group': 'a.k8s.io', 'metadata/name': 'memcacheds.a.k8s.io' },
    ['crd-approval metadata.annotations[api-approved.kubernetes.io]'],
  ],
  [
    'an invalid approval',
    { 'spec/group': 'k8s.io', 'metadata/name': 'memcacheds.k8s.io', [APPROVAL]: 'yes' },
    ['crd-approval metadata.annotations[api-approved.kubernetes.io]'],
  ],
  [
    'v1beta1 with preserved unknown fields, the default',
    old({ 'spec/preserveUnknownFields': undefined }),
    ['crd-unknown-fields spec.preserveUnknownFields'],
  ],
  [
    'v1beta1 with defaults in the schema and preserved unknown fields',
    old({ 'spec/preserveUnknownFields': true, 'spec/validation': { openAPIV3Schema: { properties: { a: { items: { default: 1 } } } } } }),
    Array<string>(2).fill('crd-unknown-fields spec.preserveUnknownFields'),
  ],
  ['v1beta1 with a version that is not the first', old({ 'spec/versions': [{ name: 'v2', storage: true }] }), ['crd-versions spec.version']],
  [
    'v1beta1 with schemas in two places',
    old({ 'spec/versions': [{ name: 'v1', storage: true, schema: { openAPIV3Schema: {} } }, { name: 'v2' }] }),
    ['crd-shared-parts spec.validation'],
  ],
  [
    'v1beta1 with the same schema in all versions',
    old({ 'spec/versions': [version({}), version({ name: 'v2', storage: false })], 'spec/validation': undefined }),
    ['crd-shared-parts spec.versions'],
  ],
];

describe('the rules for CRDs', () => {
  it('accept valid CRDs of v1 and v1beta1', () => {
    expect([faults({}), faults(old())]).toEqual([[], []]);
  });

  it.each(FAULTY)('reject %s', (_what, change, expected) => {
    expect(faults(change)).toEqual(expected);
  });

  it('are each tested with a breach', () => {
    const tested = new Set(FAULTY.flatMap(([, , expected]) => expected.map((fault) => fault.split(' ')[0])));
    expect(CRD_RULES.map(({ id }) => id).filter((id) => !tested.has(id))).toEqual([]);
  });

  it.each<[string, Edits]>([
    ['a webhook at a service', webhook({ service: { name: 'a', namespace: 'b', path: '/a/b/' } }, ['v1', 'v1beta1'])],
    ['a webhook at a URL', webhook({ url: 'https://a.test/b' })],
    ['columns', column({ format: 'date-time' })],
    ['a scale', scale({ labelSelectorPath: '.status.selector' })],
    ['a scale with an empty status path, which is not checked', scale({ statusReplicasPath: '' })],
    ['a selectable field', selectable('.spec.size')],
    ['a deprecated version', { 'spec/versions/0/deprecated': true, 'spec/versions/0/deprecationWarning': 'use v2 – soon' }],
    ['two versions', { 'spec/versions/+': version({ name: 'v2', storage: false }) }],
    ['an approved API of Kubernetes', { 'spec/group': 'k8s.io', 'metadata/name': 'memcacheds.k8s.io', [APPROVAL]: 'https://example.test/1' }],
    [
      'an explicitly unapproved API of Kubernetes',
      { 'spec/group': 'a.kubernetes.io', 'metadata/name': 'memcacheds.a.kubernetes.io', [APPROVAL]: 'unapproved, experimental' },
    ],
    ['an invalid schema, which upstream does not check', { 'spec/versions/0/schema/openAPIV3Schema': { type: 'nonsense' } }],
  ])('accept %s', (_what, change) => {
    expect(faults(change)).toEqual([]);
  });

  it('report the position in the file, not in the internal form', () => {
    const found = findingsIn(ValidationSuite.DEFAULT, changedBundle({ crd: column({ type: 'x' }) })).filter(({ id }) => id === 'crd-columns');
    expect(found).toMatchObject([{ file: CRD, path: 'spec.versions.0.additionalPrinterColumns.0.type' }]);
    expect(found[0]!.message).toContain('spec.versions[0].additionalPrinterColumns[0].type');
  });

  it('handle a schema of any depth', () => {
    let schema: object = { type: 'string', default: 'x' };
    for (let depth = 0; depth < 150; depth++) {
      schema = { type: 'object', properties: { a: schema } };
    }
    const change = old({ 'spec/preserveUnknownFields': true, 'spec/validation': { openAPIV3Schema: schema } });
    expect(faults(change)).toHaveLength(2);
  });

  it('are part of the suites content and default', () => {
    expect(SUITES.filter(({ rules }) => CRD_RULES.every(({ id }) => rules.some((rule) => rule.id === id))).map(({ suite }) => suite)).toEqual(['content', 'default']);
  });
});
