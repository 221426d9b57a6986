import { gzipSync } from 'node:zlib';
import { isImageReference } from '../../bundle/oci/image-reference';
import { BundleLimits } from '../../bundle/size';
import { fieldAt, isMap, mapField, mapListField, stringField } from '../../formats/json/json-value';
import { parseTolerantVersion } from '../../formats/semver/version';
import { perObject } from '../../text/per-object';
import type { BundleObject, BundleView } from '../model/bundle-view';
import { gvkText } from '../model/csv-parts';
import { FindingSeverity } from '../model/finding';
import type { Fault, Rule } from '../model/rule';

const SOURCE = 'https://github.com/operator-framework/api/blob/master/pkg/validation/internal/bundle.go';
const LIMIT = BundleLimits.UNPACKED_BUNDLE_BYTES;

/** Fraction of the limit above which a bundle is reported as large. */
const WARNING_FRACTION = 0.85;

const REMEDY = 'remove CRD descriptions, the icon or examples (Bundle.slim does this), or split the bundle';

/** Rules about the size of a bundle: OLM unpacks its image into one ConfigMap, with each file compressed. */
const SIZE_RULES: readonly Rule[] = [
  {
    id: 'bundle-size',
    severity: FindingSeverity.ERROR,
    summary: 'the compressed files of the bundle fit in one ConfigMap',
    remedy: REMEDY,
    source: SOURCE,
    *check(view) {
      const bytes = sizeIfNear(view.files);
      if (bytes > LIMIT) {
        yield { message: `the compressed files have ${kilobytes(bytes)}; OLM unpacks at most ${kilobytes(LIMIT)}` };
      }
    },
  },
  {
    id: 'bundle-size-near',
    severity: FindingSeverity.WARNING,
    summary: 'the compressed files are well below the limit of a ConfigMap',
    remedy: REMEDY,
    source: SOURCE,
    *check(view) {
      const bytes = sizeIfNear(view.files);
      if (bytes > LIMIT * WARNING_FRACTION && bytes <= LIMIT) {
        yield { message: `the compressed files have ${kilobytes(bytes)}; OLM unpacks at most ${kilobytes(LIMIT)}` };
      }
    },
  },
];

/** Returns the total size of the files, each compressed with gzip and encoded as base64; 0 if it is certainly far below the limit. */
const sizeIfNear = perObject((files: ReadonlyMap<string, Buffer>): number => {
  const contents = [...files.values()];
  const sum = (bytesOf: (content: Buffer) => number): number => contents.reduce((bytes, content) => bytes + base64(bytesOf(content)), 0);
  const isFar = sum(({ length }) => maxGzipBytes(length)) <= LIMIT * WARNING_FRACTION || sum(fastGzipBytes) <= LIMIT * WARNING_FRACTION;
  return isFar ? 0 : sum((content) => gzipSync(content).length);
});

/** Returns an upper bound of the compressed size, in a third of the time, because level 1 compresses less. */
function fastGzipBytes(content: Buffer): number {
  return gzipSync(content, { level: 1 }).length;
}

/** Returns the maximum compressed size: gzip adds a header, and five bytes to each block that it cannot compress. */
function maxGzipBytes(bytes: number): number {
  return bytes + 32 + 5 * Math.ceil(bytes / 16_384);
}

function base64(bytes: number): number {
  return 4 * Math.ceil(bytes / 3);
}

/** Formats a size in whole kilobytes, because zlib compresses slightly differently in each release of Node. */
function kilobytes(bytes: number): string {
  return `${Math.round(bytes / 1000)} kB`;
}

const OWNED = ['spec', 'customresourcedefinitions', 'owned'];

/** Rules of operator-framework's validator for bundles. */
export const BUNDLE_RULES: readonly Rule[] = [
  {
    id: 'bundle-crd-dup',
    severity: FindingSeverity.ERROR,
    summary: 'each version of an API is defined only once',
    remedy: 'remove the duplicate CRD or version',
    source: SOURCE,
    *check({ crds }) {
      const seen = new Map<string, CrdVersion>();
      for (const version of crds.flatMap(crdVersions)) {
        const first = seen.get(version.gvk);
        if (first !== undefined) {
          const where = first.file === version.file ? '' : ` in ${first.file}`;
          yield { message: `${version.gvk} is already defined${where}`, file: version.file, path: version.path, value: version.gvk };
        }
        seen.set(version.gvk, version);
      }
    },
  },
  {
    id: 'bundle-crd-missing',
    severity: FindingSeverity.ERROR,
    summary: 'each owned CRD is in manifests/',
    remedy: 'add the CRD to manifests/, or correct name, version and kind of the owned CRD',
    source: SOURCE,
    *check({ csv, crds }) {
      const versions = crds.flatMap(crdVersions);
      const defined = new Set(versions.map(({ gvk }) => gvk));
      for (const { gvk, groupKind, index } of ownedCrds(csv)) {
        if (!defined.delete(gvk)) {
          const others = versions.filter((version) => version.groupKind === groupKind);
          const twice = others.some((version) => version.gvk === gvk);
          const message = `the owned CRD ${gvk} ${twice ? 'is listed twice' : `is missing from manifests/${availableVersions(others)}`}`;
          yield { message, file: csv!.file, path: [...OWNED, index], value: gvk };
        }
      }
    },
  },
  {
    id: 'bundle-crd-unowned',
    severity: FindingSeverity.ERROR,
    summary: 'each CRD in manifests/ is owned by the CSV',
    remedy: 'add the CRD to spec.customresourcedefinitions.owned of the CSV, or remove the file',
    source: SOURCE,
    check: unownedCrds,
  },
  {
    id: 'bundle-sa-clash',
    severity: FindingSeverity.ERROR,
    summary: 'manifests/ contains no ServiceAccount of a deployment: OLM creates these',
    remedy: 'remove the ServiceAccount from manifests/, or rename it',
    source: SOURCE,
    *check({ csv, objects }) {
      const names = new Set(deploymentsOf(csv).map((deployment) => stringField(fieldAt(deployment, 'spec', 'template', 'spec'), 'serviceAccountName') ?? ''));
      for (const { apiVersion, kind, name, file } of objects) {
        if (apiVersion === 'v1' && kind === 'ServiceAccount' && names.has(name)) {
          const message = `a deployment of the CSV uses the ServiceAccount ${JSON.stringify(name)}, which OLM creates`;
          yield { message, file, path: ['metadata', 'name'], value: name };
        }
      }
    },
  },
  ...SIZE_RULES,
  {
    id: 'bundle-release-name',
    severity: FindingSeverity.ERROR,
    summary: 'a CSV with spec.release has a name made of package, version and release',
    remedy: 'name the CSV <package>-v<version>-<release>',
    source: SOURCE,
    *check({ csv, packageName }) {
      const release = stringField(csv?.json['spec'], 'release') ?? '';
      if (csv === undefined || release === '') {
        return;
      }
      const version = parseTolerantVersion(stringField(csv.json['spec'], 'version') ?? '') ?? '0.0.0';
      const expected = `${packageName}-v${version}-${release}`;
      if (csv.name !== expected) {
        const message = `the name must be ${JSON.stringify(expected)}, because spec.release is set, got ${JSON.stringify(csv.name)}`;
        yield { message, file: csv.file, path: ['metadata', 'name'], value: csv.name };
      }
    },
  },
  {
    id: 'bundle-relatedimage',
    severity: FindingSeverity.ERROR,
    summary: 'each related image is a valid image reference',
    remedy: 'set an image reference such as quay.io/example/operator@sha256:…',
    source: SOURCE,
    *check({ csv }) {
      for (const [index, related] of mapListField(csv?.json['spec'], 'relatedImages').entries()) {
        const image = stringField(related, 'image') ?? '';
        if (!isImageReference(image)) {
          const message = image === '' ? 'a related image has no image' : `${JSON.stringify(image)} is not a valid image reference`;
          const value = `spec.relatedImages[${index}].image`;
          yield { message, file: csv!.file, path: ['spec', 'relatedImages', index, 'image'], value };
        }
      }
    },
  },
];

/** Returns the versions that manifests/ has instead of a missing one. */
function availableVersions(versions: readonly CrdVersion[]): string {
  return versions.length === 0 ? '' : `, which contains ${versions.map(({ gvk, file }) => `${gvk} in ${file}`).join(', ')}`;
}

interface CrdVersion {
  readonly gvk: string;
  readonly groupKind: string;
  readonly file: string;
  readonly path: readonly (string | number)[];
}

function crdVersions({ file, version, json }: BundleObject): CrdVersion[] {
  const spec = json['spec'];
  const group = stringField(spec, 'group') ?? '';
  const kind = stringField(mapField(spec, 'names'), 'kind') ?? '';
  const groupKind = `${group}/${kind}`;
  const versions = mapListField(spec, 'versions');
  if (versions.length === 0 && version === 'v1beta1') {
    return [{ gvk: gvkText(group, stringField(spec, 'version') ?? '', kind), groupKind, file, path: ['spec', 'version'] }];
  }
  return versions.map((entry, index) => ({
    gvk: gvkText(group, stringField(entry, 'name') ?? '', kind),
    groupKind,
    file,
    path: ['spec', 'versions', index],
  }));
}

function ownedCrds(csv: BundleObject | undefined): { readonly gvk: string; readonly groupKind: string; readonly index: number }[] {
  const spec = csv?.json['spec'];
  return mapListField(isMap(spec) ? spec['customresourcedefinitions'] : undefined, 'owned').map((owned, index) => {
    const name = stringField(owned, 'name') ?? '';
    const group = name.slice(name.indexOf('.') + 1);
    const kind = stringField(owned, 'kind') ?? '';
    return { gvk: gvkText(group, stringField(owned, 'version') ?? '', kind), groupKind: `${group}/${kind}`, index };
  });
}

function* unownedCrds({ csv, crds }: BundleView): Iterable<Fault> {
  const versions = crds.flatMap(crdVersions);
  const defined = new Set(versions.map(({ gvk }) => gvk));
  const owned = ownedCrds(csv).filter(({ gvk }) => defined.has(gvk));
  const kinds = new Set(owned.map(({ groupKind }) => groupKind));
  const reported = new Set<string>();
  for (const { gvk, groupKind, file, path } of versions) {
    if (!kinds.has(groupKind) && !reported.has(gvk)) {
      reported.add(gvk);
      yield { message: `${gvk} is in manifests/, but the CSV does not own it`, file, path, value: gvk };
    }
  }
}

function deploymentsOf(csv: BundleObject | undefined): { readonly [key: string]: unknown }[] {
  return mapListField(fieldAt(csv?.json, 'spec', 'install', 'spec'), 'deployments');
}
