import { join } from 'node:path';

import { Bundle } from '../../lib/bundle/bundle';
import { BundleError } from '../../lib/bundle/model/bundle-error';
import { Catalog } from '../../lib/catalog/catalog';
import { CatalogError } from '../../lib/catalog/declcfg/catalog-error';
import { CatalogTemplate } from '../../lib/catalog/catalog-template';
import { readYaml } from '../../lib/formats/yaml/read-yaml';
import { YamlSyntaxError } from '../../lib/formats/yaml/source-text';
import { zstdFrames } from '../../lib/bundle/oci/zstd';
import { parseChallenges } from '../../lib/bundle/registry/token';
import { parseReference } from '../../lib/bundle/registry/reference';
import { findCluster } from '../../lib/cluster/client/kubeconfig-source';
import { ClientError } from '../../lib/cluster/client/client-error';
import { readDump } from '../../lib/cluster/inspection/source/dump-files';
import { InspectionError } from '../../lib/cluster/inspection/source/object-source';
import { goJson } from '../../lib/formats/json/go-json';
import { labelSelector } from '../../lib/formats/schema/label-selector';
import { parseTolerantVersion, parseVersion } from '../../lib/formats/semver/version';
import { parseRangeWithShorthands, parseVersionRange, rangeContains } from '../../lib/formats/semver/version-range';
import { parseApiList } from '../../lib/report/needs/parse-api-list';
import { LockError, PlanError } from '../../lib/resolve/lock/lock-error';
import { ResolutionError } from '../../lib/resolve/model/resolution-error';
import { OperatorLockFile } from '../../lib/resolve/operator-lock-file';
import { OperatorUpgradePlan } from '../../lib/resolve/operator-upgrade-plan';
import { Resolution } from '../../lib/resolve/resolution';
import { printable } from '../../lib/text/printable';
import { replaceFiles } from '../builders/bundle-files';
import { ImageStore } from '../builders/image-layout';
import { textProblems } from './output-problems';

/**
 * Reads an input, if necessary from files in a folder, and returns the message of its documented error, or an empty string. Any other error is a
 * failure.
 */
export type Reader = (input: Buffer, folder: string) => string;

function allowing(error: new (...parts: never[]) => Error, read: (input: Buffer, folder: string) => unknown): Reader {
  return (input, folder) => {
    try {
      read(input, folder);
      return '';
    } catch (thrown) {
      if (!(thrown instanceof error)) {
        throw thrown;
      }
      return thrown.message;
    }
  };
}

/** No error is documented. */
class NoError extends Error {}

function asFile(read: (path: string) => unknown): (input: Buffer, folder: string) => void {
  return (input, folder) => {
    replaceFiles(folder, { input });
    read(join(folder, 'input'));
  };
}

/** Small limits keep an input that is large for its size from taking long. */
const LIMITS = { maxTotalBytes: 4_000_000, maxFileBytes: 1_000_000, maxFiles: 500, maxYamlDepth: 100, maxYamlNodes: 20_000 };

/** A layout with correct digests, whichever part the input replaces. */
function layoutWith(part: 'index' | 'manifest' | 'config' | 'layer', input: Buffer): { [path: string]: Buffer } {
  const store = new ImageStore();
  const replaced = (mediaType: string): object => store.put(mediaType, input);
  switch (part) {
    case 'index':
      return { ...store.layout(store.image()), 'index.json': input };
    case 'manifest':
      return store.layout(replaced('manifest'));
    case 'config':
      return store.layout(store.image({ manifest: (manifest) => ({ ...manifest, config: replaced('application/vnd.oci.image.config.v1+json') }) }));
    case 'layer':
      return store.layout(store.image({ config: (config) => ({ ...config, rootfs: undefined }), manifest: (manifest) => ({ ...manifest, layers: [replaced('layer')] }) }));
  }
}

function asPart(part: Parameters<typeof layoutWith>[0]): Reader {
  return allowing(BundleError, (input, folder) => {
    replaceFiles(folder, layoutWith(part, input));
    Bundle.fromOciLayout(folder, LIMITS);
  });
}

/** The readers, by the first part of the names of the inputs kept for them. */
export const READERS: { readonly [name: string]: Reader } = {
  yaml: allowing(YamlSyntaxError, (input) => {
    const content = input.toString('utf8');
    for (const target of ['object', 'string', 'any'] as const) {
      const { locate } = readYaml(content, { target, maxDepth: 100, maxNodes: 20_000 });
      locate(['metadata', 'name']);
    }
  }),
  archive: allowing(BundleError, asFile((path) => Bundle.fromArchive(path, LIMITS))),
  path: allowing(BundleError, asFile((path) => Bundle.fromPath(path, LIMITS))),
  layout: allowing(BundleError, asFile((path) => Bundle.fromOciLayout(path, LIMITS))),
  index: asPart('index'),
  manifest: asPart('manifest'),
  config: asPart('config'),
  layer: asPart('layer'),
  package: allowing(BundleError, (input, folder) => {
    replaceFiles(folder, { 'demo.package.yaml': input, '1.0.0/csv.yaml': '' });
    Bundle.fromPackageManifests(folder, LIMITS);
  }),
  catalog: allowing(CatalogError, (input) => Catalog.fromString(input.toString('utf8'))),
  selection: allowing(CatalogError, asFile((path) => Catalog.filterFile(path, { packages: [{ name: 'p' }] }))),
  template: allowing(CatalogError, (input) => CatalogTemplate.fromString(input.toString('utf8'))),
  zstd: allowing(NoError, (input) => zstdFrames(input, 1_000_000)),
  challenge: allowing(NoError, (input) => parseChallenges(input.toString('latin1'))),
  lock: allowing(LockError, (input) => OperatorLockFile.fromString(input.toString('utf8'))),
  plan: allowing(PlanError, (input) => {
    const plan = OperatorUpgradePlan.fromString(input.toString('utf8'));
    return [plan.toText(), plan.toMarkdown(), plan.toMermaid(), plan.toSvg(), plan.toJson()].forEach((output) => safe(output));
  }),
  kubeconfig: allowing(ClientError, asFile((path) => findCluster({ kubeconfig: path, context: undefined, option: '--kubeconfig' }, {}))),
  dump: allowing(InspectionError, asFile((path) => {
    const { skipped, malformed } = readDump([path]);
    [...skipped, ...malformed].forEach((line) => safe(printable(line)));
  })),
  selector: allowing(NoError, (input) => labelSelector(input.toString('utf8'))?.({ app: 'shop', tier: 'web' })),
  range: allowing(NoError, (input) => [parseVersionRange(input.toString('utf8')), parseRangeWithShorthands(input.toString('utf8'))].forEach((range) => (
    range === undefined ? undefined : rangeContains(range, parseVersion('1.2.3')!)
  ))),
  version: allowing(NoError, (input) => parseVersion(parseTolerantVersion(input.toString('utf8')) ?? '')),
  apis: allowing(Error, (input) => parseApiList(input.toString('utf8'), 'list')),
  // JSON is YAML: what JSON.parse reads is read the same.
  json: allowing(YamlSyntaxError, (input) => {
    const text = input.toString('utf8');
    const expected = parsedJson(text);
    // JavaScript rounds long numbers, and has a negative zero.
    if (expected !== undefined && !/\d{15}|\d[eE]|-0/.test(text)) {
      const { value } = readYaml(text, { target: 'any', maxDepth: 100, maxNodes: 20_000 });
      if (goJson(value) !== goJson(expected)) {
        throw new Error(`read as ${goJson(value)}`);
      }
    }
  }),
  resolver: allowing(ResolutionError, (input) => {
    const content = catalogOf(input.toString('utf8'));
    const subscriptions = (content?.packageNames ?? []).slice(0, 4).map((name) => ({ name, packageName: name, catalog: 'c', catalogNamespace: 'n' }));
    return content === undefined ? undefined : Resolution.toTheEnd({ namespace: 'n', catalogs: [{ name: 'c', namespace: 'n', content }], subscriptions });
  }),
  reference: allowing(BundleError, (input) => parseReference(input.toString('utf8'))),
};

function safe(output: string): void {
  const [problem] = textProblems(output);
  if (problem !== undefined) {
    throw new Error(`unsafe output: ${problem}`);
  }
}

function catalogOf(text: string): Catalog | undefined {
  try {
    return Catalog.fromString(text);
  } catch (error) {
    if (error instanceof CatalogError) {
      return undefined;
    }
    throw error;
  }
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
