import type { JsonMap } from '../../json-value';
import { field, isMap, textField } from '../../json-value';
import type { Placed } from '../placed';
import { placedMaps } from '../placed';
import type { Fault, Rule } from '../rule';
import { FindingSeverity } from '../severity';
import type { SubjectDocument } from '../subject';

const SOURCE = 'https://github.com/operator-framework/api/blob/master/pkg/validation/internal/package_manifest.go';

/** Package manifests: the files that named the channels of an operator before bundles did. */
export const PACKAGE_MANIFEST_RULES: readonly Rule[] = [
  rule('pkgman-name', 'a package manifest names its package', 'set packageName', function* (manifest) {
    if (text(manifest.value, 'packageName') === '') {
      yield { message: 'packageName must be given', path: [] };
    }
  }),
  rule('pkgman-channels', 'a package manifest lists channels', 'list at least one channel with its name and currentCSV', function* (manifest) {
    if (channelsOf(manifest).length === 0) {
      yield { message: 'there must be at least one channel', path: ['channels'] };
    }
  }),
  rule('pkgman-default', 'a package manifest with several channels says which one is the default, and has it',
    'set defaultChannel to the name of one of the channels', function* (manifest) {
      const channels = channelsOf(manifest);
      const name = text(manifest.value, 'defaultChannel');
      if (name === '' && channels.length > 1) {
        yield { message: 'defaultChannel must be given, because there are several channels', path: [] };
      } else if (name !== '' && channels.length > 0 && !channels.some(({ value }) => text(value, 'name') === name)) {
        yield { message: `there is no channel ${JSON.stringify(name)}, which defaultChannel names`, path: ['defaultChannel'] };
      }
    }),
  rule('pkgman-channel', 'each channel of a package manifest has a name of its own, and names a ClusterServiceVersion',
    'give each channel its own name, and the name of its newest ClusterServiceVersion as currentCSV', function* (manifest) {
      const seen = new Set<string>();
      for (const { value, path } of channelsOf(manifest)) {
        const name = text(value, 'name');
        if (name === '') {
          yield { message: 'a channel must have a name', path };
        }
        if (text(value, 'currentCSV') === '') {
          yield { message: `the channel ${JSON.stringify(name)} must name its newest ClusterServiceVersion in currentCSV`, path };
        }
        if (seen.has(name)) {
          yield { message: `there are two channels ${JSON.stringify(name)}`, path };
        }
        seen.add(name);
      }
    }),
];

function rule(id: string, summary: string, remedy: string, check: (manifest: SubjectDocument) => Iterable<Fault>): Rule {
  return {
    id,
    severity: FindingSeverity.ERROR,
    summary,
    remedy,
    source: SOURCE,
    *check({ documents }) {
      for (const document of documents.values()) {
        for (const fault of isPackageManifest(document) ? check(document) : []) {
          yield { file: document.file, ...fault };
        }
      }
    },
  };
}

/** A file of the customary name, or a map that is no Kubernetes object and names a package. */
function isPackageManifest({ file, value }: SubjectDocument): boolean {
  return isMap(value) && (/[./]package\.(?:ya?ml|json)$/.test(file) || (field(value, 'kind') === undefined && field(value, 'packageName') !== undefined));
}

function channelsOf({ value }: SubjectDocument): Placed<JsonMap>[] {
  return placedMaps(value, 'channels', []);
}

function text(value: unknown, key: string): string {
  return textField(value, key) ?? '';
}
