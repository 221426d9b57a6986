import { field, isMap, type JsonMap, stringField } from '../../formats/json/json-value';
import { listOf, STRING, struct, withFieldNames } from '../../formats/yaml/go-type';
import type { BundleDocument, BundleView } from '../model/bundle-view';
import { errorRule, type Fault, inFile, type Located, locatedMaps, type Rule } from '../model/rule';

const SOURCE = 'https://github.com/operator-framework/api/blob/master/pkg/validation/internal/package_manifest.go';

/** Rules about package manifests, which listed the channels of an operator before bundles did. */
export const PACKAGE_MANIFEST_RULES: readonly Rule[] = [
  rule('pkgman-name', 'a package manifest has a packageName', 'set packageName', function* (manifest) {
    if (stringValue(manifest.value, 'packageName') === '') {
      yield { message: 'packageName is missing', path: [] };
    }
  }),
  rule('pkgman-channels', 'a package manifest lists channels', 'list at least one channel with its name and currentCSV', function* (manifest) {
    if (channelsOf(manifest).length === 0) {
      yield { message: 'channels is empty', path: ['channels'] };
    }
  }),
  rule('pkgman-default', 'a package manifest with several channels has a defaultChannel that exists',
    'set defaultChannel to the name of one of the channels', function* (manifest) {
      const channels = channelsOf(manifest);
      const name = stringValue(manifest.value, 'defaultChannel');
      if (name === '' && channels.length > 1) {
        yield { message: 'defaultChannel is missing, but there are several channels', path: [] };
      } else if (name !== '' && channels.length > 0 && !channels.some(({ value }) => stringValue(value, 'name') === name)) {
        yield { message: `the defaultChannel ${JSON.stringify(name)} is not one of the channels`, path: ['defaultChannel'] };
      }
    }),
  rule('pkgman-channel', 'each channel of a package manifest has a unique name and a currentCSV',
    'set a unique name and the currentCSV of each channel', function* (manifest) {
      const seen = new Set<string>();
      for (const { value, path } of channelsOf(manifest)) {
        const name = stringValue(value, 'name');
        if (name === '') {
          yield { message: 'a channel has no name', path };
        }
        if (stringValue(value, 'currentCSV') === '') {
          yield { message: `the channel ${JSON.stringify(name)} has no currentCSV`, path };
        }
        if (seen.has(name)) {
          yield { message: `another channel is named ${JSON.stringify(name)}`, path };
        }
        seen.add(name);
      }
    }),
];

function rule(id: string, summary: string, remedy: string, check: (manifest: BundleDocument) => Iterable<Fault>): Rule {
  return errorRule(SOURCE, id, summary, remedy, ({ documents }) => (
    packageManifests(documents).flatMap((manifest) => [...inFile(manifest.file, check(manifest))])
  ));
}

const MANIFEST = struct({ packageName: STRING, channels: listOf(struct({ name: STRING, currentCSV: STRING })), defaultChannel: STRING });

/** Returns the package manifests of a bundle, with their field names in the case that Go expects. */
function packageManifests(documents: BundleView['documents']): BundleDocument[] {
  return [...documents.values()].map((document) => ({ ...document, value: withFieldNames(document.value, MANIFEST) })).filter(isPackageManifest);
}

/** Whether a file has the usual name of a package manifest, or is a map that specifies a package and is not a Kubernetes object. */
function isPackageManifest({ file, value }: BundleDocument): boolean {
  return isMap(value) && (/[./]package\.(?:ya?ml|json)$/.test(file) || (field(value, 'kind') === undefined && field(value, 'packageName') !== undefined));
}

function channelsOf({ value }: BundleDocument): Located<JsonMap>[] {
  return locatedMaps(value, 'channels', []);
}

function stringValue(value: unknown, key: string): string {
  return stringField(value, key) ?? '';
}
