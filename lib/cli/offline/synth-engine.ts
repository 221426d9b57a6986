import { SlimLevel } from '../../bundle/slim';
import { BundleEngine } from '../../constructs/bundle-engine';
import { OlmV0Engine, OlmV1Engine, PlainEngine, RukpakEngine } from '../../constructs/engines';
import { OperatorGroupRef } from '../../constructs/operator-group-ref';

/** Names of the engines, for `--engine`. */
export const ENGINE_NAMES = ['olm-v0', 'olm-v1', 'rukpak', 'plain'] as const;

/** Name of an engine. */
export type EngineName = typeof ENGINE_NAMES[number];

/** Options on the command line that concern the engine. */
export interface EngineChoice {
  readonly name: EngineName;

  /** Whether to slim bundles that are too large for OLM v0. */
  readonly slim: boolean;

  /** Image of `opm` that serves the catalog, for OLM v0. */
  readonly registryImage: string | undefined;

  /** Pull secrets of that image. */
  readonly pullSecrets: readonly string[];

  /** Whether the Subscription is pinned to the version of the bundle, for OLM v0. */
  readonly pinned: boolean;

  /** OperatorGroup that already exists in the namespace, for OLM v0, or undefined to create one. */
  readonly operatorGroup: string | undefined;

  /** Image of a catalog with the bundles, for OLM v1. */
  readonly catalogImage: string | undefined;
}

/** Requirements of the cluster before the manifests are applied, for the report, or an empty string. */
export const NEEDS: { readonly [name in EngineName]: string } = {
  'olm-v0': '',
  'olm-v1': 'OLM v1 has to be in the cluster.',
  'rukpak': 'RukPak, which is archived, has to be in the cluster.',
  'plain': '',
};

/** Returns the engine that installs an operator. */
export function engineOf({ name, slim, registryImage, pullSecrets, pinned, operatorGroup, catalogImage }: EngineChoice): BundleEngine {
  switch (name) {
    case 'olm-v0':
      return new OlmV0Engine({
        pinned,
        ...(operatorGroup === undefined ? {} : { operatorGroup: OperatorGroupRef.named(operatorGroup) }),
        registry: {
          slim: slim ? SlimLevel.ICON_AND_EXAMPLES : SlimLevel.NONE,
          ...(registryImage === undefined ? {} : { image: registryImage }),
          ...(pullSecrets.length === 0 ? {} : { pullSecrets: [...pullSecrets] }),
        },
      });
    case 'olm-v1':
      return new OlmV1Engine(catalogImage === undefined ? {} : { catalogImage });
    case 'rukpak':
      return new RukpakEngine();
    case 'plain':
      return new PlainEngine();
  }
}
