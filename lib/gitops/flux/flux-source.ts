import { Construct, IConstruct } from 'constructs';
import { checkArguments } from '../../formats/options/check-arguments';
import { FLUX_NAMESPACE } from './flux-object';

/** API of Flux' sources. @internal */
export const SOURCE_API = 'source.toolkit.fluxcd.io/v1';

/** A source of manifests: a `FluxGitRepository`, a `FluxOciRepository`, or a `FluxSourceRef`. */
export interface IFluxSource {
  /** Kind of the source, such as `GitRepository`. */
  readonly sourceKind: string;

  /** Name of the source. */
  readonly sourceName: string;

  /** Namespace of the source. */
  readonly sourceNamespace: string;
}

/** A source that exists already, such as that of `flux bootstrap`. */
export class FluxSourceRef implements IFluxSource {
  /**
   * References a GitRepository.
   *
   * @param name name of the GitRepository; that of `flux bootstrap` is `flux-system`
   * @param namespace namespace of the GitRepository, by default `flux-system`
   */
  public static gitRepository(name: string, namespace?: string): FluxSourceRef {
    checkArguments('FluxSourceRef.gitRepository', { name, namespace });
    return new FluxSourceRef('GitRepository', name, namespace ?? FLUX_NAMESPACE);
  }

  /**
   * References an OCIRepository.
   *
   * @param name name of the OCIRepository
   * @param namespace namespace of the OCIRepository, by default `flux-system`
   */
  public static ociRepository(name: string, namespace?: string): FluxSourceRef {
    checkArguments('FluxSourceRef.ociRepository', { name, namespace });
    return new FluxSourceRef('OCIRepository', name, namespace ?? FLUX_NAMESPACE);
  }

  /**
   * References a Bucket.
   *
   * @param name name of the Bucket
   * @param namespace namespace of the Bucket, by default `flux-system`
   */
  public static bucket(name: string, namespace?: string): FluxSourceRef {
    checkArguments('FluxSourceRef.bucket', { name, namespace });
    return new FluxSourceRef('Bucket', name, namespace ?? FLUX_NAMESPACE);
  }

  /** Kind of the source. */
  public readonly sourceKind: string;

  /** Name of the source. */
  public readonly sourceName: string;

  /** Namespace of the source. */
  public readonly sourceNamespace: string;

  private constructor(kind: string, name: string, namespace: string) {
    this.sourceKind = kind;
    this.sourceName = name;
    this.sourceNamespace = namespace;
  }
}

/** Returns the construct of a source, or undefined for a reference. @internal */
export function sourceConstruct(source: IFluxSource): IConstruct | undefined {
  return Construct.isConstruct(source) ? source : undefined;
}
