import { exactJson } from '../../formats/json/exact-json';
import { ownValue } from '../../formats/json/json-value';
import { BUNDLE_ANNOTATION } from '../../bundle/model/bundle-content';
import { errorRule, type Fault, inFile, type Rule } from '../model/rule';
import type { BundleView } from '../model/bundle-view';
import { FindingSeverity } from '../model/finding';
import { hasUnreadableManifest } from '../views/manifests-loader';
import type { RegistryBundle } from '../views/registry-bundle';
import type { ToolViews } from '../views/tool-views';

const SOURCE = 'https://github.com/operator-framework/operator-registry/blob/master/pkg/lib/bundle/validate.go';
const { MEDIA_TYPE, MANIFESTS, METADATA, PACKAGE, CHANNELS, DEFAULT_CHANNEL } = BUNDLE_ANNOTATION;
const REQUIRED = [MEDIA_TYPE, MANIFESTS, METADATA, PACKAGE, CHANNELS];

/** A rule about a bundle as one of OLM's tools reads it. */
export type ViewRule = Rule<ToolViews>;

type Annotations = NonNullable<RegistryBundle['annotations']>;

/** Rules about the folders of a bundle. Without the folders, no other rule runs. */
export const FOLDER_RULES: readonly ViewRule[] = (['manifests', 'metadata'] as const).map((folder) => ({
  id: `format-${folder}-dir`,
  severity: FindingSeverity.ERROR,
  summary: `the bundle contains the folder ${folder}/`,
  remedy: folder === 'manifests' ? 'move the manifests to manifests/' : 'move annotations.yaml to metadata/',
  source: SOURCE,
  *check({ complete }) {
    if (!complete.folders.has(folder)) {
      yield { message: `the folder ${folder}/ is missing; a bundle needs manifests/ and metadata/` };
    }
  },
}));

/** Rules about the annotations of a bundle. */
export const ANNOTATION_RULES: readonly ViewRule[] = [
  {
    id: 'format-manifests-empty',
    severity: FindingSeverity.ERROR,
    summary: 'manifests/ contains files',
    remedy: 'move the CSV and the other manifests to manifests/',
    source: SOURCE,
    *check({ registry }) {
      if (registry.mediaType === undefined) {
        yield { message: 'manifests/ contains no files' };
      }
    },
  },
  {
    id: 'format-annotations-file',
    severity: FindingSeverity.ERROR,
    summary: 'a file in metadata/ contains a map of annotations',
    remedy: 'add metadata/annotations.yaml',
    source: SOURCE,
    *check({ registry, complete }) {
      if (registry.annotations === undefined) {
        const file = 'metadata/annotations.yaml';
        const fault = complete.faults.get(file);
        const reason = fault === undefined ? '' : `: ${fault.message}`;
        const position = complete.files.has(file) ? { file, ...(fault === undefined ? { path: [] } : { position: fault.position }) } : {};
        const remedy = complete.files.has(file) ? { remedy: 'correct metadata/annotations.yaml' } : {};
        yield { message: `metadata/ contains no map of annotations that opm can read${reason}`, ...position, ...remedy };
      }
    },
  },
  annotationRule('format-annotation-missing', 'the annotations for media type, folders, package and channels are set',
    'add the annotation', function* ({ values }) {
      for (const key of REQUIRED) {
        if (!Object.hasOwn(values, key)) {
          yield { message: `the annotation ${key} is missing`, path: ['annotations'], value: key };
        }
      }
    }),
  annotationRule('format-mediatype', 'the media type matches the content of manifests/',
    'set the annotation to the media type of the bundle', function* ({ values }, { mediaType = '' }, view) {
      const found = values[MEDIA_TYPE];
      if ((found ?? '') !== mediaType) {
        const reason = ownValue(MEDIA_TYPE_REASONS, mediaType) ?? 'manifests/ is empty';
        const got = found === undefined ? 'nothing' : exactJson(found);
        const path = found === undefined ? ['annotations'] : ['annotations', MEDIA_TYPE];
        yield { message: `the annotation ${MEDIA_TYPE} must be ${JSON.stringify(mediaType)}, because ${reason}, got ${got}`, path, value: MEDIA_TYPE, isConsequence: mediaType === 'plain' && hasUnreadableManifest(view) };
      }
    }),
  annotationRule('format-channels-empty', 'the bundle is in at least one channel', 'list the channels, separated by commas',
    function* ({ values }) {
      if ((values[CHANNELS] ?? '') === '') {
        const path = Object.hasOwn(values, CHANNELS) ? ['annotations', CHANNELS] : ['annotations'];
        yield { message: `the annotation ${CHANNELS} lists no channel`, path, value: CHANNELS };
      }
    }),
  annotationRule('format-default-channel-empty', 'the default channel is not empty', 'set the default channel, or remove the annotation',
    function* ({ values }) {
      if (values[DEFAULT_CHANNEL] === '') {
        yield { message: `the annotation ${DEFAULT_CHANNEL} is empty`, path: ['annotations', DEFAULT_CHANNEL], value: DEFAULT_CHANNEL };
      }
    }),
];

const MEDIA_TYPE_REASONS: { readonly [mediaType: string]: string } = {
  'registry+v1': 'manifests/ contains a CSV',
  'helm': 'manifests/ contains a Helm chart',
  'plain': 'manifests/ contains neither a CSV that opm can read nor a Helm chart',
};

function annotationRule(
  id: string,
  summary: string,
  remedy: string,
  faultsOf: (annotations: Annotations, registry: RegistryBundle, view: BundleView) => Iterable<Fault>,
): ViewRule {
  return errorRule(SOURCE, id, summary, remedy, ({ registry, complete }) => (
    registry.annotations === undefined ? [] : inFile(registry.annotations.file, faultsOf(registry.annotations, registry, complete))
  ));
}
