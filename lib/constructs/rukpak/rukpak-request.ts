import type { Bundle } from '../../bundle/bundle';
import type { InstallMode } from '../../bundle/model/install-mode';

/** What `deployRukpak` installs: the part of a `BundleEngineRequest` that applies to RukPak. */
export interface RukpakRequest {
  readonly bundle: Bundle;
  readonly namespace?: string;
  readonly createNamespace?: boolean;
  readonly channel?: string;
  readonly installMode?: InstallMode;
  readonly labels?: { [key: string]: string };
  readonly annotations?: { [key: string]: string };
}
