import { BundleErrorCode } from '../bundle-error';
import { describe, isMap, setOwn } from '../json-value';
import type { DocumentFile } from './document-file';
import type { Problems } from './problems';
import { goField } from './property-list';

const PREFIX = 'operators.operatorframework.io.bundle.';

/** The one media type that this library reads. */
export const REGISTRY_V1 = 'registry+v1';

const OTHER_MEDIA_TYPES: { readonly [mediaType: string]: string } = {
  'plain': 'plain Kubernetes manifests',
  'plain+v0': 'plain Kubernetes manifests, for RukPak',
  'helm': 'a Helm chart',
  'helm+v3': 'a Helm chart, for RukPak',
};

/**
 * The annotations in a file of metadata/, which was read with numbers and booleans as text, because that is what Go makes of them.
 *
 * @param file path inside the bundle
 * @param document the file
 * @param problems takes what is wrong
 */
export function annotationsOf(file: string, { value, locate }: DocumentFile, problems: Problems): { readonly [key: string]: string } {
  const found = goField(value, 'annotations');
  if (!isMap(found)) {
    problems.add(BundleErrorCode.ANNOTATIONS, `annotations must be a map of text, got ${describe(found)}`, file, locate(['annotations']));
    return {};
  }
  const annotations: { [key: string]: string } = {};
  let sound = true;
  for (const [key, text] of Object.entries(found)) {
    if (typeof text === 'string' || text === null) {
      setOwn(annotations, key, text ?? '');
    } else {
      sound = false;
      const position = problems.listsMore ? locate(['annotations', key]) : undefined;
      problems.add(BundleErrorCode.ANNOTATIONS, `the annotation ${key} must be text, got ${describe(text)}`, file, position);
    }
  }
  if (sound) {
    new RequiredAnnotations(file, annotations, locate, problems).check();
  }
  return annotations;
}

class RequiredAnnotations {
  public constructor(
    private readonly file: string,
    private readonly annotations: { readonly [key: string]: string },
    private readonly locate: DocumentFile['locate'],
    private readonly problems: Problems,
  ) {}

  public check(): void {
    const mediaType = this.annotations[`${PREFIX}mediatype.v1`] ?? REGISTRY_V1;
    if (mediaType !== REGISTRY_V1) {
      const meaning = OTHER_MEDIA_TYPES[mediaType];
      const what = `${JSON.stringify(mediaType)}${meaning === undefined ? '' : `, which is ${meaning}`}`;
      this.#fault('mediatype.v1', `only bundles of media type ${REGISTRY_V1} can be read, got ${what}`, BundleErrorCode.MEDIA_TYPE);
      return;
    }
    this.#required('package.v1', 'the name of the package');
    this.#required('channels.v1', 'the channels, with commas between them');
  }

  #required(key: string, what: string): void {
    if ((this.annotations[`${PREFIX}${key}`] ?? '') === '') {
      this.#fault(key, `the annotation ${PREFIX}${key} must give ${what}`, BundleErrorCode.ANNOTATIONS);
    }
  }

  #fault(key: string, message: string, code: BundleErrorCode): void {
    const position = this.locate(['annotations', `${PREFIX}${key}`]) ?? this.locate(['annotations']);
    this.problems.add(code, message, this.file, position);
  }
}
