import type { BundleView } from '../model/bundle-view';
import { type LoadedBundle, loadManifests } from './manifests-loader';
import { readRegistryBundle, type RegistryBundle } from './registry-bundle';

/** A bundle as each of OLM's tools reads it, computed on first use. */
export class ToolViews {
  #api: LoadedBundle | undefined;
  #registry: RegistryBundle | undefined;

  /** @param complete everything that can be read of the bundle */
  public constructor(public readonly complete: BundleView) {}

  /** The bundle as operator-sdk loads it. */
  public get loaded(): LoadedBundle {
    return (this.#api ??= loadManifests(this.complete));
  }

  /** The bundle as `opm alpha bundle validate` reads it. */
  public get registry(): RegistryBundle {
    return (this.#registry ??= readRegistryBundle(this.complete));
  }
}
