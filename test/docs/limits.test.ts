import { limitConstants, limitOptions } from './declared-limits';
import { readDocument } from './documents';
import { OTHER_CONSTANTS } from './other-constants';

/** Constants that limit what is read, with the row of the guide. */
const ROWS: { readonly [constant: string]: string } = {
  'bundle/oci/image MAX_INDEX_DEPTH': 'nesting of indexes',
  'bundle/oci/image-manifest MAX_IMAGES': 'images in an index',
  'bundle/oci/read-layout MAX_LINKS': 'links to a layer in an archive of `docker save`',
  'bundle/oci/zstd MAX_WINDOW': 'window of zstd data',
  'bundle/oci/image-reference MAX_LENGTH': 'length of an image reference',
  'report/operator-images LIMITS': 'manifest in which images are searched: nesting and values',
  'render/validators MAX_COPIED_BYTES': 'annotations of a CSV in the Deployments of a bundle, each of which gets a copy',
  'catalog/read/index-ignore MAX_PATTERNS': 'patterns in the `.indexignore` files',
  'catalog/inline-bundle LIMITS': 'manifest in a blob of a bundle: nesting and values',
  'catalog/validate/bundle-rules LIMITS': 'property `olm.bundle.object` that is validated: nesting and values',
  'catalog/upgrade-graph MAX_CHANNEL_BUNDLES': 'bundles in a drawn channel',
  'report/packed-catalogs MAX_CATALOG_BYTES': 'catalog in ConfigMaps of manifests, unpacked',
  'cluster/inspection/explain/message-cause MAX_MESSAGE': 'length of a message that `explainMessage` explains',
  'validation/model/constraint-expression MAX_CONSTRAINT_BYTES': 'size of an `olm.constraint` or its expression',
  'validation/model/requirement-property MAX_CONSTRAINT_DEPTH': 'constraints within each other in an `olm.constraint`',
  'formats/cel/meter MAX_TYPE_NAME': 'length of the name of a type in an expression',
  'resolve/lock/lock-format LIMITS': 'lock file: nesting and values',
  'resolve/plan/read-plan LIMITS': 'upgrade plan: nesting and values',
  'formats/manifests/read-manifests LIMITS': 'file of manifests: nesting and values',
  'formats/manifests/read-manifests MAX_FILE_BYTES': 'size of a file of manifests',
  'formats/manifests/manifest-files MAX_FILES': 'files in a folder of manifests',
  'formats/output/output-path MAX_NAME_BYTES': 'length of a name that is written to a folder, in bytes',
  'gitops/jobs/in-cluster-program MAX_BYTES': 'program of a Job (`InClusterProgram.fromFile`), compressed, in bytes',
  'constructs/olm-v1/extension-choice MAX_VERSION_LENGTH': 'length of a version constraint of OLM v1',
  'gitops/tree/tree-content MAX_FILES': 'files of a manifest tree',
  'olm/v0/release/manifest-files LIMITS': 'manifests of an OLM release: nesting and values',
  'cluster/inspection/source/dumped-objects LIMITS': 'file of a dump: nesting and values',
  'cluster/inspection/source/packed-files MAX_FILE': 'file in an archive of a dump',
  'cluster/inspection/source/dump-files MAX_PACKED': 'archive of a dump',
  'cluster/inspection/source/packed-files MAX_FILES': 'files of a dump',
  'cluster/inspection/source/packed-files MAX_LAYERS': 'compressions of a dump within each other',
  'cluster/client/kubeconfig-source LIMITS': 'kubeconfig: nesting and values',
  'cli/offline/run-app LIMITS': '`cdk8s.yaml`: nesting and values',
  'report/rights/role-rules MAX_AGGREGATED_RULES': 'rules that roles get by aggregation',
  'report/rights/grants MAX_GRANTS': 'rights of a bundle that are compared one by one',
  'report/rights/granted-rights MAX_MULTIPLIED': 'rules of roles times their holders, beyond those that files list one by one',
  'resolve/gates/gained-rights MAX_SINGLE': 'rights that one gained rule is split into',
  'cluster/client/api-client MAX_RESPONSE': 'response of an API server',
  'cluster/client/api-client MAX_ERROR_RESPONSE': 'error response of an API server',
  'cluster/client/watch MAX_LINE_LENGTH': 'event of a watch',
  'cluster/client/watch MAX_LIST_OBJECTS': 'objects of a kind in a list',
  'cluster/client/watch MAX_LIST_PAGES': 'pages of a list',
  'formats/schema/label-selector MAX_REQUIREMENTS': 'requirements of a label selector of the command line',
  'cluster/client/http1-transport MAX_CONNECTIONS': 'connections with HTTP/1.1 to an API server',
  'cluster/client/http2-transport MAX_STREAMS': 'streams of a connection with HTTP/2',
  'cluster/client/credentials MAX_OUTPUT': 'output of a plugin for credentials',
  'bundle/registry/credentials MAX_BYTES': 'configuration of docker',
  'bundle/registry/credential-helper MAX_OUTPUT_BYTES': 'output of a credential helper',
  'bundle/registry/http-failure MAX_HEADER_BYTES': 'headers of a registry',
  'bundle/registry/token MAX_BYTES': 'response with a token',
  'bundle/registry/http-exchange MAX_ERROR_BYTES': 'error response of a registry',
  'bundle/oci/whole-image MAX_MANIFESTS': 'manifests of an image that is pushed as it is',
  'bundle/registry/cached-images MAX_TOTAL_BYTES': 'size of an image that Pulumi pushes',
  'bundle/registry/upload-state MAX_RESPONSE_BYTES': 'response of a registry to an upload',
  'cli/offline/push MAX_TOTAL_BYTES': 'size of an image that the command line pushes as it is',
  'bundle/registry/registry-client MAX_REDIRECTS': 'redirects of a registry',
  'bundle/registry/retry MAX_REQUESTED_PAUSE': 'pause that a registry requests, in milliseconds',
  'net/retry MAX_REQUESTED_DELAY': 'pause that an API server requests, in milliseconds',
  'bundle/model/bundle-error MAX_PROBLEMS': 'problems of a bundle in an error',
  'catalog/declcfg/catalog-error MAX_PRINTED': 'problems of a catalog in an error',
  'catalog/stream/filter-files MAX_PROBLEMS': 'problems after which a filter stops reading',
  'catalog/read/catalog-reader MAX_LOCATED': 'problems of a catalog with their exact line',
  'cluster/waiting/explain/explanation MAX_FINDINGS': 'findings of an explanation',
};

/** Constants with several limits, each with a row. */
const SEVERAL: { readonly [constant: string]: readonly string[] } = {
  'formats/cel/cel-budget API_SERVER_CEL_LIMITS': ['cost of a rule of a CRD', 'cost of all rules for an object'],
  'formats/cel/cel-expression CEL_SYNTAX_LIMITS': ['parts of an expression', 'nesting of an expression'],
};

interface Row {
  readonly what: string;
  readonly option: string;
  readonly values: readonly number[];
}

const UNITS: { readonly [unit: string]: number } = { KiB: 1024, MiB: 1024 ** 2, GiB: 1024 ** 3 };

const ROWS_OF_GUIDE: readonly Row[] = readDocument('docs/reference/limits.md').split('\n').filter((line) => /^\| (?!what|---)/.test(line)).map((line) => {
  const [, what = '', option = '', value = ''] = line.split('|').map((cell) => cell.trim());
  const [amount = '', unit = ''] = value.split(' ');
  return { what, option: option.replaceAll('`', ''), values: unit in UNITS ? [Number(amount) * UNITS[unit]!] : value.split(', ').map((each) => Number(each.replaceAll(',', ''))) };
});

describe('the guide to limits', () => {
  it('has each option with its default, and no other option', () => {
    const options = limitOptions();
    expect(options.length).toBeGreaterThan(20);
    expect(ROWS_OF_GUIDE.filter(({ option }) => option !== 'fixed').map(({ option, values }) => ({ name: option, values })).sort(byName)).toEqual([...options].sort(byName));
  });

  it('has each constant that limits what is read, with its value', () => {
    const rows = new Map(ROWS_OF_GUIDE.filter(({ option }) => option === 'fixed').map(({ what, values }) => [what, values]));
    const declared = new Map(limitConstants().map(({ name, values }) => [name, values]));
    const expected = [
      ...Object.entries(ROWS).map(([name, what]) => [what, declared.get(name)]),
      ...Object.entries(SEVERAL).flatMap(([name, all]) => all.map((what, index) => [what, declared.get(name)?.slice(index, index + 1)])),
    ];
    expect(Object.fromEntries(rows)).toEqual(Object.fromEntries(expected));
  });

  it('leaves out no constant: a new one needs a row in docs/reference/limits.md and here, or is listed in other-constants.ts', () => {
    const known = [...Object.keys(ROWS), ...Object.keys(SEVERAL), ...OTHER_CONSTANTS];
    expect(limitConstants().map(({ name }) => name).sort()).toEqual(known.sort());
  });
});

function byName(left: { readonly name: string }, right: { readonly name: string }): number {
  return left.name < right.name ? -1 : 1;
}
