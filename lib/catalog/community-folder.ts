import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { Bundle } from '../bundle/bundle';
import { accessFiles, statPath } from '../bundle/files/file-access';
import type { BundleReadOptions } from '../bundle/files/read-options';
import { compareUtf8 } from '../formats/json/go-json';
import { describeType, field, isMap } from '../formats/json/json-value';
import { parseVersion } from '../formats/semver/version';
import { readYaml } from '../formats/yaml/read-yaml';
import { YamlSyntaxError } from '../formats/yaml/source-text';
import { quoted } from '../text/phrases';
import { CatalogError } from './declcfg/catalog-error';
import { CatalogErrorCode } from './declcfg/catalog-problem';
import { asCatalogError, catalogFile } from './read/catalog-files';
import { catalogReadLimits } from './read/read-options';

/** How the pipeline of the community repositories builds the upgrade edges of an operator: `updateGraph` in its `ci.yaml`. */
export enum UpdateGraph {
  /** Each bundle names its predecessors in `spec.replaces`, `spec.skips` and the annotation `olm.skipRange`. */
  REPLACES_MODE = 'replaces-mode',

  /** Each bundle replaces the next older one of its channel, as with `ChannelPlan.inOrder`. */
  SEMVER_MODE = 'semver-mode',
}

const CONFIG = 'ci.yaml';
const PARTS = ['manifests', 'metadata'];

/** The folder of an operator in a community repository. @internal */
export interface CommunityFolder {
  readonly bundles: Bundle[];
  readonly updateGraph: UpdateGraph;
}

/**
 * Reads the folder of an operator: its bundles, one folder for each version, and its `ci.yaml`.
 *
 * @param given update graph that the user specified, which overrides that of `ci.yaml`
 * @throws CatalogError if it cannot be read, has no bundles, or is published as file-based catalogs
 * @throws BundleError if a bundle is invalid
 * @internal
 */
export function readCommunityFolder(path: string, given: UpdateGraph | undefined, options: BundleReadOptions): CommunityFolder {
  if (!asCatalogError(path, () => statPath(path)).isDirectory()) {
    throw problem(CatalogErrorCode.WRONG_KIND, 'this is a file; pass the folder of an operator, such as operators/NAME', path);
  }
  const entries = asCatalogError(path, () => accessFiles(() => readdirSync(path, { withFileTypes: true })));
  const link = entries.find((entry) => entry.isSymbolicLink());
  if (link !== undefined) {
    throw problem(CatalogErrorCode.UNSAFE_ENTRY, 'this is a link; replace it with the file or folder itself', join(path, link.name));
  }
  const updateGraph = given ?? configuredGraph(path, entries.some(({ name }) => name === CONFIG));
  const folders = entries.filter((entry) => entry.isDirectory() && isBundle(join(path, entry.name), entry.name))
    .map(({ name }) => name).sort(compareUtf8);
  if (folders.length === 0) {
    throw problem(CatalogErrorCode.NO_BUNDLES, 'no bundle found: expected a folder for each version, such as 1.0.0/, with manifests/ and metadata/; pass the '
      + 'folder of an operator, such as operators/NAME', path);
  }
  return { bundles: folders.map((name) => Bundle.fromDirectory(join(path, name), options)), updateGraph };
}

/** A folder that is named after a version has to be a bundle; others, such as `catalog-templates`, may contain anything. */
function isBundle(folder: string, name: string): boolean {
  return parseVersion(name.replace(/^v/, '')) !== undefined || PARTS.every((part) => accessFiles(() => readdirSync(folder)).includes(part));
}

function configuredGraph(path: string, isConfigured: boolean): UpdateGraph {
  const file = join(path, CONFIG);
  const config = isConfigured ? configOf(file) : {};
  const fbc = field(config, 'fbc');
  if (isMap(fbc) && fbc['enabled'] === true) {
    throw problem(CatalogErrorCode.UPDATE_GRAPH, 'the operator publishes file-based catalogs (fbc.enabled), so its bundles do not determine its channels; read '
      + 'its catalog with Catalog.fromDirectory, render one of catalog-templates/ with CatalogTemplate, or set `updateGraph`', file);
  }
  const mode = field(config, 'updateGraph') ?? UpdateGraph.REPLACES_MODE;
  const known = Object.values(UpdateGraph).find((value) => value === mode);
  if (known === undefined) {
    const found = typeof mode === 'string' ? quoted(mode) : describeType(mode);
    throw problem(CatalogErrorCode.UPDATE_GRAPH, `updateGraph must be ${Object.values(UpdateGraph).join(' or ')}, got ${found}`, file);
  }
  return known;
}

function configOf(file: string): { readonly [key: string]: unknown } {
  const limits = catalogReadLimits();
  const { content } = catalogFile(file, limits);
  try {
    const { value } = readYaml(content, { maxDepth: limits.maxYamlDepth, maxNodes: limits.maxYamlNodes, target: 'any' });
    if (value === undefined || value === null) {
      return {};
    }
    if (!isMap(value)) {
      throw problem(CatalogErrorCode.FIELD_TYPE, `the file must be a map, such as updateGraph: ${UpdateGraph.SEMVER_MODE}; got ${describeType(value)}`, file);
    }
    return value;
  } catch (error) {
    if (error instanceof YamlSyntaxError) {
      throw new CatalogError([{ code: CatalogErrorCode.SYNTAX, message: error.message, file, ...error.position }]);
    }
    throw error;
  }
}

function problem(code: CatalogErrorCode, message: string, file: string): CatalogError {
  return new CatalogError([{ code, message, file }]);
}
