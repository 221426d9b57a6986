import { ApiObject, ApiObjectMetadata, JsonPatch } from 'cdk8s';
import { Construct } from 'constructs';
import { append } from '../../text/lists';
import { anyCopy } from './any-copy';
import { ConstructError } from './construct-error';
import { patched } from './patched';
import { isInChart } from './prop-checks';
import { reservedKeys, restoredKeys } from './reserved-keys';
import { KubernetesManifest } from '../../formats/schema/kubernetes-manifest';
import { partOf } from '../../formats/schema/part-of';

/** Labels and annotations of every object that a construct creates. */
export interface CommonMetadata {
  readonly labels?: { [key: string]: string } | undefined;
  readonly annotations?: { [key: string]: string } | undefined;
}

/**
 * Adds the common labels and annotations of a construct to the metadata of an object.
 *
 * @throws ConstructError when the object needs one of them to have another value
 */
export function commonMetadata(scope: Construct, metadata: ApiObjectMetadata, common: CommonMetadata): ApiObjectMetadata {
  for (const field of ['labels', 'annotations'] as const) {
    const own = metadata[field] ?? {};
    const taken = Object.entries(common[field] ?? {}).find(([key, value]) => own[key] !== undefined && own[key] !== value);
    if (taken !== undefined) {
      const [key, value] = taken;
      throw new ConstructError(scope, `${field}: '${key}' is '${value}', and ${metadata.name === undefined ? 'an object' : `'${metadata.name}'`} needs it to be '${own[key]}'; `
        + 'use another key');
    }
  }
  return {
    ...metadata,
    labels: { ...common.labels, ...metadata.labels },
    annotations: { ...common.annotations, ...metadata.annotations },
  };
}

/**
 * Returns the common labels and annotations of the objects of an operator or catalog, with the annotation that says what they are part of.
 *
 * @throws ConstructError when the annotations have it with another value
 */
export function markedMetadata(scope: Construct, { labels, annotations }: CommonMetadata, ...of: Parameters<typeof partOf>): CommonMetadata {
  const marked = commonMetadata(scope, { annotations: partOf(...of) }, { annotations });
  return { labels, annotations: { ...annotations, ...marked.annotations } };
}

/** Changes an object at synthesis; type and name must not change. */
export type Customize = (manifest: { [field: string]: unknown }) => { [field: string]: unknown };

/** Creates the object of a manifest. An object without a namespace is cluster-scoped: all others specify theirs. */
export function manifestObject(
  scope: Construct, id: string, manifest: KubernetesManifest, common: CommonMetadata, customize: Customize = unchanged => unchanged,
): ApiObject {
  return new ManifestObject(scope, id, manifest, common, customize);
}

class ManifestObject extends ApiObject {
  readonly #patches: JsonPatch[] = [];
  private readonly isClusterScoped: boolean;

  /** Few objects have such keys, so that most are not searched for them again at each synthesis. */
  private readonly hasReservedKeys: boolean;

  /** @throws ConstructError when the scope, such as a `crdScope`, is not in a chart */
  public constructor(scope: Construct, id: string, manifest: KubernetesManifest, common: CommonMetadata, private readonly customize: Customize) {
    const given = { ...manifest, metadata: commonMetadata(scope, manifest.metadata, common) };
    const written = reservedKeys(given);
    if (!isInChart(scope)) {
      throw new ConstructError(scope, `${manifest.kind} '${manifest.metadata.name}' would be created outside of a chart: set 'crdScope' to a Chart, or to a construct in one`);
    }
    super(anyCopy(scope), id, written);
    this.hasReservedKeys = written !== given;
    this.isClusterScoped = manifest.metadata.namespace === undefined;
  }

  public override addJsonPatch(...patches: JsonPatch[]): void {
    append(this.#patches, patches);
  }

  public override toJson(): unknown {
    const json: unknown = super.toJson();
    const manifest = (this.hasReservedKeys ? restoredKeys(json) : json) as { [field: string]: unknown; metadata: { namespace?: string } };
    if (this.isClusterScoped) {
      // cdk8s sets the namespace of the chart, and a cluster-scoped object with a namespace always differs from the one in the cluster.
      delete manifest.metadata.namespace;
    }
    const identity = identityOf(manifest);
    const customized = this.customize(manifest);
    if (identityOf(customized) !== identity) {
      throw new ConstructError(this, `customize must not change apiVersion, kind, name or namespace: got ${identityOf(customized)} for ${identity}`);
    }
    return patched(this, customized, this.#patches);
  }
}

function identityOf(manifest: { [field: string]: unknown }): string {
  const { apiVersion, kind, metadata } = manifest as Partial<KubernetesManifest>;
  return [apiVersion, kind, metadata?.namespace, metadata?.name].filter(part => part !== undefined).join(' ');
}
