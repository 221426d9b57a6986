import { type BundleReadLimits, plainReadLimits } from './files/read-options';
import type { Manifest } from './model/manifest';
import type { PlainContent } from './plain/plain-content';
import { readPlainDirectory } from './plain/read-plain';

/**
 * A bundle without a ClusterServiceVersion, of the formats that RukPak installed: Kubernetes objects (media type `plain+v0`), or a Helm chart
 * (`helm+v3`). OLM installs neither; `PlainBundleDeployment` does. It is immutable.
 *
 * @see https://github.com/operator-framework/rukpak/blob/v0.24.0/docs/bundles/plain.md
 */
export class PlainBundle {
  /**
   * Reads a bundle from a folder: with manifests/, or with a chart at its root, in a folder of it, or in manifests/. The media type is the annotation
   * `operators.operatorframework.io.bundle.mediatype.v1` in metadata/annotations.yaml; without it, a folder with a chart is `helm+v3`.
   *
   * @param path path of the folder
   * @param limits limits
   * @throws BundleError if RukPak would refuse it, with all problems found
   */
  public static fromDirectory(path: string, limits?: BundleReadLimits): PlainBundle {
    return new PlainBundle(path, readPlainDirectory(path, plainReadLimits(path, limits)));
  }

  /** Path that the bundle was read from, as specified. */
  public readonly source: string;

  /** Media type: `plain+v0` or `helm+v3`. */
  public readonly mediaType: string;

  /** The objects of a plain+v0 bundle, in the order of the files, or an empty list for a chart, whose objects depend on its values. */
  public readonly objects: Manifest[];

  /** Absolute path of the folder with the chart, or undefined for a plain+v0 bundle. */
  public readonly chart?: string;

  private constructor(source: string, { mediaType, objects, chart }: PlainContent) {
    this.source = source;
    this.mediaType = mediaType;
    this.objects = [...objects];
    Object.freeze(this.objects);
    if (chart !== undefined) {
      this.chart = chart;
    }
  }
}
