import { isHidden, isManifestName, MANIFESTS, METADATA } from '../../../read/bundle-files';
import { goField } from '../../../read/property-list';
import type { Fault, Rule } from '../../rule';
import { FindingSeverity } from '../../severity';
import type { ValidationSubject } from '../../subject';

const LAYOUT = 'https://olm.operatorframework.io/docs/tasks/creating-operator-bundle/';
const OPM = 'https://github.com/operator-framework/operator-registry/blob/master/pkg/registry/parse.go';
const UNPACK = 'https://github.com/operator-framework/operator-registry/tree/master/pkg/configmap';
const { ERROR, WARNING } = FindingSeverity;

/** Files that the tools of OLM read differently: opm, operator-sdk and OLM v1 each see another bundle. */
export const FILE_RULES: readonly Rule[] = [
  {
    id: 'files-folder',
    severity: ERROR,
    summary: 'manifests/ and metadata/ hold no folders',
    remedy: 'move the files up, or out of the bundle',
    source: LAYOUT,
    *check({ folders }) {
      for (const folder of folders) {
        if (folder.includes('/')) {
          yield { message: `the folder ${folder} is refused by operator-sdk and OLM v1, while opm skips it` };
        }
      }
    },
  },
  {
    id: 'files-hidden',
    severity: ERROR,
    summary: 'no file of the bundle is hidden',
    remedy: 'remove the file, or rename it',
    source: OPM,
    *check({ files }) {
      for (const file of files.keys()) {
        if (isHidden(file)) {
          yield { message: 'the file is skipped by opm, read by OLM v1, and refused by operator-sdk', file };
        }
      }
    },
  },
  {
    id: 'files-foreign',
    severity: ERROR,
    summary: 'manifests/ holds manifests only',
    remedy: 'move the file out of manifests/; documentation belongs beside the two folders',
    source: OPM,
    *check({ files }) {
      for (const file of files.keys()) {
        if (file.startsWith(`${MANIFESTS}/`) && !isHidden(file) && !isManifestName(file)) {
          yield { message: 'the file is no .yaml, .yml or .json: opm skips it, and operator-sdk finds no bundle at all because of it', file };
        }
      }
    },
  },
  {
    id: 'files-lost',
    severity: ERROR,
    summary: 'each file holds one document, with nothing but a --- before it',
    remedy: 'write one object in each file, and put comments behind the first ---',
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
    summary: 'a bundle holds one ClusterServiceVersion',
    remedy: 'make a bundle of its own for each version of the operator',
    source: LAYOUT,
    *check({ csv, objects }) {
      for (const { kind, file } of objects) {
        if (kind === 'ClusterServiceVersion' && file !== csv?.file) {
          yield { message: `opm takes the ClusterServiceVersion in ${csv!.file}, OLM v1 takes this one, and operator-sdk takes neither`, file };
        }
      }
    },
  },
  {
    id: 'files-metadata-name',
    severity: WARNING,
    summary: 'annotations and properties stand in the files that every tool looks into',
    remedy: 'name the files metadata/annotations.yaml and metadata/properties.yaml',
    source: 'https://github.com/operator-framework/operator-controller/blob/main/internal/operator-controller/rukpak/bundle/source/source.go',
    *check({ documents, annotationsFile }) {
      for (const { file, value } of documents.values()) {
        const key = file === annotationsFile ? 'annotations' : 'properties';
        if (file.startsWith(`${METADATA}/`) && goField(value, key) !== undefined && file !== `${METADATA}/${key}.yaml`) {
          yield { message: `OLM v1 looks for ${key} in ${METADATA}/${key}.yaml only`, file, path: [key] };
        }
      }
    },
  },
  {
    id: 'files-collision',
    severity: ERROR,
    summary: 'no two files of the bundle have the same name',
    remedy: 'rename one of the files, with other letters, digits, "-", "_" or "."',
    source: UNPACK,
    check: collisions,
  },
];

/** OLM unpacks both folders into one ConfigMap, where other characters become dashes. */
function* collisions({ files }: ValidationSubject): Iterable<Fault> {
  const seen = new Map<string, string>();
  for (const file of files.keys()) {
    const key = file.slice(file.lastIndexOf('/') + 1).replace(/[^-._A-Za-z0-9]/g, '-');
    const first = seen.get(key);
    if (first === undefined) {
      seen.set(key, file);
    } else {
      yield { message: `OLM unpacks the file under the same key as ${first}, so one of the two is lost`, file };
    }
  }
}
