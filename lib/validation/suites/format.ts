import type { RegistryView } from '../readers/registry-reader';
import type { Fault, Rule } from '../rule';
import { FindingSeverity } from '../severity';
import type { BundleViews } from '../views';

const SOURCE = 'https://github.com/operator-framework/operator-registry/blob/master/pkg/lib/bundle/validate.go';
const PREFIX = 'operators.operatorframework.io.bundle.';
const MEDIA_TYPE = `${PREFIX}mediatype.v1`;
const CHANNELS = `${PREFIX}channels.v1`;
const DEFAULT_CHANNEL = `${PREFIX}channel.default.v1`;
const REQUIRED = [MEDIA_TYPE, `${PREFIX}manifests.v1`, `${PREFIX}metadata.v1`, `${PREFIX}package.v1`, CHANNELS];

/** A rule that asks about a bundle as one of OLM's tools sees it. */
export type ViewRule = Omit<Rule, 'check'> & { readonly check: (views: BundleViews) => Iterable<Fault> };

type Annotations = NonNullable<RegistryView['annotations']>;

/** Rules about the folders of a bundle. Without them nothing else can be checked. */
export const FOLDER_RULES: readonly ViewRule[] = (['manifests', 'metadata'] as const).map((folder) => ({
  id: `format-${folder}-dir`,
  severity: FindingSeverity.ERROR,
  summary: `there is a folder ${folder}/`,
  remedy: folder === 'manifests' ? 'put the manifests into manifests/' : 'put annotations.yaml into metadata/',
  source: SOURCE,
  *check({ subject }) {
    if (!subject.folders.has(folder)) {
      yield { message: `there is no folder ${folder}/; a bundle has manifests/ and metadata/` };
    }
  },
}));

/** Rules about the annotations of a bundle. */
export const ANNOTATION_RULES: readonly ViewRule[] = [
  {
    id: 'format-manifests-empty',
    severity: FindingSeverity.ERROR,
    summary: 'there are files in manifests/',
    remedy: 'put the ClusterServiceVersion and what belongs to it into manifests/',
    source: SOURCE,
    *check({ registry }) {
      if (registry.mediaType === undefined) {
        yield { message: 'there is no file in manifests/' };
      }
    },
  },
  {
    id: 'format-annotations-file',
    severity: FindingSeverity.ERROR,
    summary: 'a file in metadata/ holds a map of annotations',
    remedy: 'write metadata/annotations.yaml',
    source: SOURCE,
    *check({ registry, subject }) {
      if (registry.annotations === undefined) {
        const file = 'metadata/annotations.yaml';
        const fault = subject.faults.get(file);
        const reason = fault === undefined ? '' : `: ${fault.message}`;
        const place = subject.files.has(file) ? { file, ...(fault === undefined ? { path: [] } : { position: fault.position }) } : {};
        const remedy = subject.files.has(file) ? { remedy: 'correct metadata/annotations.yaml' } : {};
        yield { message: `no file in metadata/ holds a map of annotations that opm can read${reason}`, ...place, ...remedy };
      }
    },
  },
  annotationRule('format-annotation-missing', 'the annotations say what kind of bundle this is, and of which package and channels',
    'add the annotation', function* ({ values }) {
      for (const key of REQUIRED) {
        if (!Object.hasOwn(values, key)) {
          yield { message: `the annotation ${key} is missing`, path: ['annotations'], value: key };
        }
      }
    }),
  annotationRule('format-mediatype', 'the media type is that of what stands in manifests/',
    'set the annotation to the media type that the bundle has', function* ({ values }, { mediaType = '' }) {
      const found = values[MEDIA_TYPE];
      if ((found ?? '') !== mediaType) {
        const reason = MEDIA_TYPE_REASONS[mediaType] ?? 'manifests/ is empty';
        const got = found === undefined ? 'nothing' : JSON.stringify(found);
        const path = found === undefined ? ['annotations'] : ['annotations', MEDIA_TYPE];
        yield { message: `the annotation ${MEDIA_TYPE} must be ${JSON.stringify(mediaType)}, since ${reason}, got ${got}`, path, value: MEDIA_TYPE };
      }
    }),
  annotationRule('format-channels-empty', 'the bundle is in at least one channel', 'name the channels, with commas between them',
    function* ({ values }) {
      if ((values[CHANNELS] ?? '') === '') {
        const path = Object.hasOwn(values, CHANNELS) ? ['annotations', CHANNELS] : ['annotations'];
        yield { message: `the annotation ${CHANNELS} names no channel`, path, value: CHANNELS };
      }
    }),
  annotationRule('format-default-channel-empty', 'the default channel has a name', 'name the default channel, or remove the annotation',
    function* ({ values }) {
      if (values[DEFAULT_CHANNEL] === '') {
        yield { message: `the annotation ${DEFAULT_CHANNEL} is empty`, path: ['annotations', DEFAULT_CHANNEL], value: DEFAULT_CHANNEL };
      }
    }),
];

const MEDIA_TYPE_REASONS: { readonly [mediaType: string]: string } = {
  'registry+v1': 'there is a ClusterServiceVersion',
  'helm': 'there is a Helm chart',
  'plain': 'there is neither a ClusterServiceVersion that opm can read nor a Helm chart',
};

function annotationRule(
  id: string,
  summary: string,
  remedy: string,
  faults: (annotations: Annotations, registry: RegistryView) => Iterable<Fault>,
): ViewRule {
  return {
    id,
    severity: FindingSeverity.ERROR,
    summary,
    remedy,
    source: SOURCE,
    *check({ registry }) {
      if (registry.annotations !== undefined) {
        for (const fault of faults(registry.annotations, registry)) {
          yield { file: registry.annotations.file, ...fault };
        }
      }
    },
  };
}
