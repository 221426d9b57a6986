import { RukpakVersion } from '../../olm/rukpak/model/rukpak-version';

/** Properties of every construct for RukPak. */
export interface RukpakProps {
  /**
   * Release of RukPak in the cluster. A prop that it does not support is an error.
   *
   * @default - the last release with this kind of object
   */
  readonly version?: RukpakVersion;

  /**
   * Name of the object.
   *
   * @default - derived from the construct's path; for a Bundle, with a hash of its content
   */
  readonly name?: string;

  /**
   * Namespace of RukPak, in which it reads ConfigMaps and Secrets of bundles.
   *
   * @default 'rukpak-system'
   */
  readonly systemNamespace?: string;

  /**
   * Labels of every object that is created.
   *
   * @default - none
   */
  readonly labels?: { [key: string]: string };

  /**
   * Annotations of every object that is created.
   *
   * @default - none
   */
  readonly annotations?: { [key: string]: string };
}
