import { goField } from '../../formats/json/folded-keys';
import { describeType, isMap, ownValue, setOwn } from '../../formats/json/json-value';
import { nearestPosition } from '../../formats/json/source-position';
import type { DocumentFile } from '../files/document-file';
import { BUNDLE_ANNOTATION } from '../model/bundle-content';
import type { Problems } from '../model/bundle-error';
import { BundleErrorCode } from '../model/bundle-problem';

/** The only supported media type of a bundle. */
export const REGISTRY_V1 = 'registry+v1';

const OTHER_MEDIA_TYPES: { readonly [mediaType: string]: string } = {
  'plain': 'plain Kubernetes manifests',
  'plain+v0': 'plain Kubernetes manifests, for RukPak',
  'helm': 'a Helm chart',
  'helm+v3': 'a Helm chart, for RukPak',
};

/**
 * Reads the annotations in a file of metadata/, with numbers and booleans parsed as strings, as Go does.
 *
 * @param file path inside the bundle
 * @param document the file
 * @param problems receives problems
 */
export function parseAnnotations(file: string, { value, locate }: DocumentFile, problems: Problems): { readonly [key: string]: string } {
  const found = goField(value, 'annotations');
  if (!isMap(found)) {
    problems.add(BundleErrorCode.ANNOTATIONS, `annotations must be a map of strings, got ${describeType(found)}`, file, locate(['annotations']));
    return {};
  }
  const annotations: { [key: string]: string } = {};
  let isValid = true;
  for (const [key, annotation] of Object.entries(found)) {
    if (typeof annotation === 'string' || annotation === null) {
      setOwn(annotations, key, annotation ?? '');
    } else {
      isValid = false;
      const position = problems.listsMore ? locate(['annotations', key]) : undefined;
      problems.add(BundleErrorCode.ANNOTATIONS, `the annotation ${key} must be a string, got ${describeType(annotation)}`, file, position);
    }
  }
  if (isValid) {
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
    const mediaType = this.annotations[BUNDLE_ANNOTATION.MEDIA_TYPE] ?? REGISTRY_V1;
    if (mediaType !== REGISTRY_V1) {
      const meaning = ownValue(OTHER_MEDIA_TYPES, mediaType);
      const what = `${JSON.stringify(mediaType)}${meaning === undefined ? '' : `, which is ${meaning}; read it with PlainBundle.fromDirectory`}`;
      this.#fault(BUNDLE_ANNOTATION.MEDIA_TYPE, `only bundles of media type ${REGISTRY_V1} can be read, got ${what}`, BundleErrorCode.MEDIA_TYPE);
      return;
    }
    this.#required(BUNDLE_ANNOTATION.PACKAGE, 'the name of the package');
    this.#required(BUNDLE_ANNOTATION.CHANNELS, 'the channels, separated by commas');
  }

  #required(key: string, what: string): void {
    if ((this.annotations[key] ?? '') === '') {
      this.#fault(key, `the annotation ${key} must be set to ${what}`, BundleErrorCode.ANNOTATIONS);
    }
  }

  #fault(key: string, message: string, code: BundleErrorCode): void {
    const position = nearestPosition(this.locate, ['annotations', key]);
    this.problems.add(code, message, this.file, position);
  }
}
