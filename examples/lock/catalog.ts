import { createHash } from 'node:crypto';
import { Catalog } from 'olm-constructs/catalog';
import { crdOf, csvOf, GROUP, imagesOf } from './manifests';
import { Operator, OPERATORS, OperatorVersion } from './operators';

/** A catalog image, and what is in it. */
export interface PublishedCatalog {
  readonly image: string;
  readonly content: Catalog;
}

/**
 * Returns a catalog of the platform's operators, as `opm render` prints it. Yours is a file or a folder: `Catalog.fromDirectory('catalog')`.
 *
 * @param versions number of versions of each operator in it
 */
export function catalogWith(versions: 1 | 2): PublishedCatalog {
  const content = Catalog.fromString(OPERATORS.flatMap(operator => blobsOf(operator, operator.versions.slice(0, versions)))
    .map(blob => JSON.stringify(blob)).join('\n'));
  return { image: `registry.example.com/platform/catalog@${digestOf(`catalog ${versions}`)}`, content };
}

function blobsOf(operator: Operator, versions: readonly OperatorVersion[]): object[] {
  const { name: pkg, deprecation } = operator;
  const names = versions.map(({ version }) => `${pkg}.v${version}`);
  return [
    { schema: 'olm.package', name: pkg, defaultChannel: 'stable' },
    { schema: 'olm.channel', package: pkg, name: 'stable', entries: names.map((name, index) => ({ name, ...(index === 0 ? {} : { replaces: names[index - 1] }) })) },
    ...versions.map(version => bundleOf(operator, version)),
    ...(deprecation === undefined ? [] : [{
      schema: 'olm.deprecations', package: pkg, entries: [{ reference: { schema: 'olm.channel', name: 'stable' }, message: deprecation }],
    }]),
  ];
}

function bundleOf(operator: Operator, version: OperatorVersion): object {
  const { name: packageName, kind, isMetadataOnly = false } = operator;
  const { fields, requires } = version;
  const name = `${packageName}.v${version.version}`;
  const hasCrd = kind !== undefined && fields !== undefined;
  const manifests = [csvOf(operator, version), ...(hasCrd ? [crdOf(kind, fields)] : [])];
  return {
    schema: 'olm.bundle',
    package: packageName,
    name,
    image: `registry.example.com/operators/${packageName}-bundle@${digestOf(name)}`,
    properties: [
      { type: 'olm.package', value: { packageName, version: version.version } },
      ...(hasCrd ? [{ type: 'olm.gvk', value: { group: GROUP, version: 'v1', kind } }] : []),
      ...(requires === undefined ? [] : [{ type: 'olm.package.required', value: requires }]),
      ...(isMetadataOnly
        ? [{ type: 'olm.csv.metadata', value: { displayName: packageName, installModes: [{ type: 'AllNamespaces', supported: true }] } }]
        : manifests.map(manifest => ({ type: 'olm.bundle.object', value: { data: Buffer.from(JSON.stringify(manifest)).toString('base64') } }))),
    ],
    relatedImages: imagesOf(operator, version),
  };
}

/** Placeholder for the digest of an image that does not exist. */
function digestOf(name: string): string {
  return `sha256:${createHash('sha256').update(name).digest('hex')}`;
}
