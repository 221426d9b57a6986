import { compareUtf8, goJson } from '../formats/json/go-json';
import { toYaml } from '../formats/yaml/write';
import { MANIFESTS, METADATA } from './files/bundle-files';
import { BUNDLE_ANNOTATION, type BundleContent } from './model/bundle-content';
import { buildImage, type BuiltImage } from './oci/build-image';
import { REGISTRY_V1 } from './read/annotations';

/**
 * Builds the image of a bundle: /manifests, /metadata, and the annotations as labels, which OLM's tools use to recognize a bundle image. The files
 * are written from the objects, so that the digest does not depend on comments, indentation or where the bundle was read from.
 *
 * @param name name of its ClusterServiceVersion
 * @param subject what the image contains
 */
export function buildBundleImage(name: string, subject: string, content: BundleContent): BuiltImage {
  const files = new Map([...bundleOutput(content)].map(([path, text]) => [path, Buffer.from(text)]));
  return buildImage({ name, subject, labels: completeAnnotations(content), files });
}

/** Returns the files of a bundle, written from its objects, by their paths in the bundle. */
export function bundleOutput(content: BundleContent): Map<string, string> {
  const files = new Map<string, string>();
  for (const { file, content: object } of content.manifests) {
    put(files, file, object);
  }
  put(files, `${METADATA}/annotations.yaml`, { annotations: completeAnnotations(content) });
  for (const [key, list] of [['dependencies', content.dependencies], ['properties', content.properties]] as const) {
    if (list.length > 0) {
      put(files, `${METADATA}/${key}.yaml`, { [key]: list.map(({ type, value }) => ({ type, value })) });
    }
  }
  return files;
}

/** Returns the annotations sorted by key, including those that specify the folders: in an image, OLM's tools read only these folders. */
function completeAnnotations({ annotations }: BundleContent): { [key: string]: string } {
  const complete = {
    ...annotations,
    [BUNDLE_ANNOTATION.MEDIA_TYPE]: REGISTRY_V1,
    [BUNDLE_ANNOTATION.MANIFESTS]: `${MANIFESTS}/`,
    [BUNDLE_ANNOTATION.METADATA]: `${METADATA}/`,
  };
  return Object.fromEntries(Object.entries(complete).sort(([left], [right]) => compareUtf8(left, right)));
}

/** YAML in a .json file would confuse readers other than Go's, which accept both formats in either file. */
function put(files: Map<string, string>, file: string, value: object): void {
  files.set(file, /\.json$/i.test(file) ? `${goJson(value)}\n` : toYaml(value));
}
