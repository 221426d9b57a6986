import { BundleEngine, SlimLevel } from 'olm-constructs';

/** Engines of the quickstart, as `--engine` names them. */
export type EngineName = 'olm-v0' | 'olm-v1' | 'rukpak' | 'plain';

export const ENGINE_NAMES: readonly EngineName[] = ['olm-v0', 'olm-v1', 'rukpak', 'plain'];

/** What the command line says about the engine. */
export interface EngineChoice {
  readonly name: EngineName;
  readonly slim: SlimLevel;

  /** Image of a catalog with the bundle, for OLM v1. */
  readonly catalogImage: string | undefined;
}

/** The engine of the quickstart unless the command line says otherwise. */
export const DEFAULT_ENGINE: EngineChoice = { name: 'olm-v0', slim: SlimLevel.NONE, catalogImage: undefined };

/** What the cluster needs before the manifests are applied, for the report; empty if nothing. */
export const NEEDS: { readonly [name in EngineName]: string } = {
  'olm-v0': '',
  'olm-v1': 'OLM v1 has to be in the cluster.',
  'rukpak': 'RukPak, which is archived, has to be in the cluster.',
  'plain': '',
};

/** Returns the engine that installs the operator. */
export function engineOf({ name, slim, catalogImage }: EngineChoice): BundleEngine {
  switch (name) {
    case 'olm-v0':
      return BundleEngine.olmV0({ registry: { slim } });
    case 'olm-v1':
      return BundleEngine.olmV1(catalogImage === undefined ? {} : { catalogImage });
    case 'rukpak':
      return BundleEngine.rukpak();
    case 'plain':
      return BundleEngine.plain();
  }
}
