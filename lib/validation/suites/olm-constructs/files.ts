import { isHidden, isManifestName, MANIFESTS, METADATA } from '../../../bundle/files/bundle-files';
import { goField } from '../../../formats/json/folded-keys';
import type { Fault, Rule } from '../../model/rule';
import { FindingSeverity } from '../../model/finding';
import type { BundleView } from '../../model/bundle-view';

const LAYOUT = 'https://olm.operatorframework.io/docs/tasks/creating-operator-bundle/';
const OPM = 'https://github.com/operator-framework/operator-registry/blob/master/pkg/registry/parse.go';
const UNPACK = 'https://github.com/operator-framework/operator-registry/tree/master/pkg/configmap';
const { ERROR, WARNING } = FindingSeverity;

/** Rules about files that opm, operator-sdk and OLM v1 read differently, with different bundles as the result. */
export const FILE_RULES: readonly Rule[] = [
  {
    id: 'files-folder',
    severity: ERROR,
    summary: 'manifests/ and metadata/ contain no folders',
    remedy: 'move the files one level up, or out of the bundle',
    source: LAYOUT,
    *check({ folders }) {
      for (const folder of folders) {
        if (folder.includes('/')) {
          yield { message: `operator-sdk and OLM v1 refuse a bundle with the folder ${folder}; opm skips it` };
        }
      }
    },
  },
  {
    id: 'files-hidden',
    severity: ERROR,
    summary: 'the bundle contains no hidden files',
    remedy: 'remove or rename the file',
    source: OPM,
    *check({ files }) {
      for (const file of files.keys()) {
        if (isHidden(file)) {
          yield { message: 'opm skips this hidden file, OLM v1 reads it, and operator-sdk refuses the bundle because of it', file };
        }
      }
    },
  },
  {
    id: 'files-foreign',
    severity: ERROR,
    summary: 'manifests/ contains only manifests',
    remedy: 'move the file out of manifests/; put documentation next to manifests/ and metadata/',
    source: OPM,
    *check({ files }) {
      for (const file of files.keys()) {
        if (file.startsWith(`${MANIFESTS}/`) && !isHidden(file) && !isManifestName(file)) {
          yield { message: 'this is not a .yaml, .yml or .json file: opm skips it, and operator-sdk refuses the bundle because of it', file };
        }
      }
    },
  },
  {
    id: 'files-lost',
    severity: ERROR,
    summary: 'each file contains one document, with nothing but a --- before it',
    remedy: 'keep one object in each file, and move comments after the first ---',
    source: OPM,
    *check({ documents }) {
      for (const { file, loss } of documents.values()) {
        if (loss !== undefined) {
          yield { message: loss.message, file, position: loss.position };
        }
      }
    },
  },
  {
    id: 'files-second-csv',
    severity: ERROR,
    summary: 'the bundle contains one CSV',
    remedy: 'create a separate bundle for each version of the operator',
    source: LAYOUT,
    *check({ csv, objects }) {
      for (const { kind, file } of objects) {
        if (kind === 'ClusterServiceVersion' && file !== csv?.file) {
          yield { message: `this is a second CSV: opm uses the one in ${csv!.file}, OLM v1 uses this one, and operator-sdk refuses the bundle`, file };
        }
      }
    },
  },
  {
    id: 'files-metadata-name',
    severity: WARNING,
    summary: 'annotations and properties are in files that every tool reads',
    remedy: 'name the files metadata/annotations.yaml and metadata/properties.yaml',
    source: 'https://github.com/operator-framework/operator-controller/blob/main/internal/operator-controller/rukpak/bundle/source/source.go',
    *check({ documents, annotationsFile }) {
      for (const { file, value } of documents.values()) {
        const key = file === annotationsFile ? 'annotations' : 'properties';
        if (file.startsWith(`${METADATA}/`) && goField(value, key) !== undefined && file !== `${METADATA}/${key}.yaml`) {
          yield { message: `OLM v1 reads ${key} only from ${METADATA}/${key}.yaml`, file, path: [key] };
        }
      }
    },
  },
  {
    id: 'files-collision',
    severity: ERROR,
    summary: 'the names of all files are unique across manifests/ and metadata/',
    remedy: 'rename one of the files, using letters, digits, dashes, underscores and dots',
    source: UNPACK,
    check: collisions,
  },
];

/** OLM unpacks both folders into one ConfigMap, in whose keys other characters become dashes. */
function* collisions({ files }: BundleView): Iterable<Fault> {
  const seen = new Map<string, string>();
  for (const file of files.keys()) {
    const key = file.slice(file.lastIndexOf('/') + 1).replace(/[^-._A-Za-z0-9]/g, '-');
    const first = seen.get(key);
    if (first === undefined) {
      seen.set(key, file);
    } else {
      yield { message: `OLM unpacks this file and ${first} under the same ConfigMap key, so one of them is lost`, file };
    }
  }
}
