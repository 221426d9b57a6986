import { mapsField, fieldAt, isMap, mapField, textField } from '../../json-value';
import { isImageReference } from '../../catalog/image-reference';
import { parseTolerantVersion } from '../readers/tolerant-version';
import type { Fault, Rule } from '../rule';
import { FindingSeverity } from '../severity';
import type { SubjectObject, ValidationSubject } from '../subject';
import { gvkText } from '../custom-resource-examples';
import { SIZE_RULES } from './bundle-size';

const SOURCE = 'https://github.com/operator-framework/api/blob/master/pkg/validation/internal/bundle.go';
const OWNED = ['spec', 'customresourcedefinitions', 'owned'];

/** Rules of operator-framework's validator for bundles. */
export const BUNDLE_RULES: readonly Rule[] = [
  {
    id: 'bundle-crd-dup',
    severity: FindingSeverity.ERROR,
    summary: 'each version of an API is defined once',
    remedy: 'keep one of the CustomResourceDefinitions, or one of the versions',
    source: SOURCE,
    *check({ crds }) {
      const seen = new Map<string, CrdVersion>();
      for (const version of crds.flatMap(crdVersions)) {
        const first = seen.get(version.gvk);
        if (first !== undefined) {
          const where = first.file === version.file ? '' : ` in ${first.file}`;
          yield { message: `${version.gvk} is defined already${where}`, file: version.file, path: version.path, value: version.gvk };
        }
        seen.set(version.gvk, version);
      }
    },
  },
  {
    id: 'bundle-crd-missing',
    severity: FindingSeverity.ERROR,
    summary: 'each owned CRD stands in manifests/',
    remedy: 'add the CustomResourceDefinition, or correct name, version and kind of the owned CRD',
    source: SOURCE,
    *check({ csv, crds }) {
      const versions = crds.flatMap(crdVersions);
      const defined = new Set(versions.map(({ gvk }) => gvk));
      for (const { gvk, groupKind, index } of ownedCrds(csv)) {
        if (!defined.delete(gvk)) {
          const others = versions.filter((version) => version.groupKind === groupKind);
          const twice = others.some((version) => version.gvk === gvk);
          const message = `the owned CRD ${gvk} ${twice ? 'is owned twice' : `does not stand in manifests/${insteadText(others)}`}`;
          yield { message, file: csv!.file, path: [...OWNED, index], value: gvk };
        }
      }
    },
  },
  {
    id: 'bundle-crd-unowned',
    severity: FindingSeverity.ERROR,
    summary: 'each CustomResourceDefinition in manifests/ is owned',
    remedy: 'add it to spec.customresourcedefinitions.owned of the ClusterServiceVersion, or remove the file',
    source: SOURCE,
    check: unownedCrds,
  },
  {
    id: 'bundle-sa-clash',
    severity: FindingSeverity.ERROR,
    summary: 'OLM makes the ServiceAccounts of the deployments, so manifests/ holds none of them',
    remedy: 'remove the ServiceAccount from manifests/, or give it another name',
    source: SOURCE,
    *check({ csv, objects }) {
      const names = new Set(deploymentsOf(csv).map((deployment) => textField(fieldAt(deployment, 'spec', 'template', 'spec'), 'serviceAccountName') ?? ''));
      for (const { apiVersion, kind, name, file } of objects) {
        if (apiVersion === 'v1' && kind === 'ServiceAccount' && names.has(name)) {
          const message = `a deployment of the ClusterServiceVersion runs as ${JSON.stringify(name)}, which OLM makes`;
          yield { message, file, path: ['metadata', 'name'], value: name };
        }
      }
    },
  },
  ...SIZE_RULES,
  {
    id: 'bundle-release-name',
    severity: FindingSeverity.ERROR,
    summary: 'a ClusterServiceVersion with a release is named after package, version and release',
    remedy: 'name it <package>-v<version>-<release>',
    source: SOURCE,
    *check({ csv, packageName }) {
      const release = textField(csv?.json['spec'], 'release') ?? '';
      if (csv === undefined || release === '') {
        return;
      }
      const version = parseTolerantVersion(textField(csv.json['spec'], 'version') ?? '') ?? '0.0.0';
      const expected = `${packageName}-v${version}-${release}`;
      if (csv.name !== expected) {
        const message = `the name must be ${JSON.stringify(expected)}, since spec.release is set, got ${JSON.stringify(csv.name)}`;
        yield { message, file: csv.file, path: ['metadata', 'name'], value: csv.name };
      }
    },
  },
  {
    id: 'bundle-relatedimage',
    severity: FindingSeverity.ERROR,
    summary: 'each related image is one that can be pulled by its name',
    remedy: 'write the reference of the image, such as quay.io/example/operator@sha256:…',
    source: SOURCE,
    *check({ csv }) {
      for (const [index, related] of mapsField(csv?.json['spec'], 'relatedImages').entries()) {
        const image = textField(related, 'image') ?? '';
        if (!isImageReference(image)) {
          const message = image === '' ? 'a related image has no image' : `${JSON.stringify(image)} is no reference of an image`;
          const value = `spec.relatedImages[${index}].image`;
          yield { message, file: csv!.file, path: ['spec', 'relatedImages', index, 'image'], value };
        }
      }
    },
  },
];

/** What stands there in place of a CRD that is missing. */
function insteadText(versions: readonly CrdVersion[]): string {
  return versions.length === 0 ? '' : `, but ${versions.map(({ gvk, file }) => `${gvk} in ${file}`).join(', ')}`;
}

interface CrdVersion {
  readonly gvk: string;
  readonly groupKind: string;
  readonly file: string;
  readonly path: readonly (string | number)[];
}

function crdVersions({ file, version, json }: SubjectObject): CrdVersion[] {
  const spec = json['spec'];
  const group = textField(spec, 'group') ?? '';
  const kind = textField(mapField(spec, 'names'), 'kind') ?? '';
  const groupKind = `${group}/${kind}`;
  const versions = mapsField(spec, 'versions');
  if (versions.length === 0 && version === 'v1beta1') {
    return [{ gvk: gvkText(group, textField(spec, 'version') ?? '', kind), groupKind, file, path: ['spec', 'version'] }];
  }
  return versions.map((entry, index) => ({
    gvk: gvkText(group, textField(entry, 'name') ?? '', kind),
    groupKind,
    file,
    path: ['spec', 'versions', index],
  }));
}

function ownedCrds(csv: SubjectObject | undefined): { readonly gvk: string; readonly groupKind: string; readonly index: number }[] {
  const spec = csv?.json['spec'];
  return mapsField(isMap(spec) ? spec['customresourcedefinitions'] : undefined, 'owned').map((owned, index) => {
    const name = textField(owned, 'name') ?? '';
    const group = name.slice(name.indexOf('.') + 1);
    const kind = textField(owned, 'kind') ?? '';
    return { gvk: gvkText(group, textField(owned, 'version') ?? '', kind), groupKind: `${group}/${kind}`, index };
  });
}

function* unownedCrds({ csv, crds }: ValidationSubject): Iterable<Fault> {
  const versions = crds.flatMap(crdVersions);
  const defined = new Set(versions.map(({ gvk }) => gvk));
  const owned = ownedCrds(csv).filter(({ gvk }) => defined.has(gvk));
  const kinds = new Set(owned.map(({ groupKind }) => groupKind));
  const told = new Set<string>();
  for (const { gvk, groupKind, file, path } of versions) {
    if (!kinds.has(groupKind) && !told.has(gvk)) {
      told.add(gvk);
      yield { message: `${gvk} stands in manifests/, but the ClusterServiceVersion does not own it`, file, path, value: gvk };
    }
  }
}

function deploymentsOf(csv: SubjectObject | undefined): { readonly [key: string]: unknown }[] {
  return mapsField(fieldAt(csv?.json, 'spec', 'install', 'spec'), 'deployments');
}
