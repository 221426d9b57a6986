import { createHash } from 'node:crypto';
import { ApiObject } from 'cdk8s';
import { Construct } from 'constructs';
import { CommonMetadata, commonMetadata } from '../../constructs/model/manifest-object';
import { KubernetesManifest } from '../../formats/schema/kubernetes-manifest';

/** Returns a suffix for the name of an object that is replaced when a string changes. */
export function suffixOf(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 10);
}

/** An object whose name ends with a suffix that is known only at synthesis. */
export class NamedByContent extends ApiObject {
  public constructor(scope: Construct, id: string, manifest: KubernetesManifest, common: CommonMetadata, private readonly suffix: () => string) {
    super(scope, id, { ...manifest, metadata: commonMetadata(manifest.metadata, common) });
  }

  public override toJson(): unknown {
    const manifest = super.toJson() as KubernetesManifest;
    const suffix = this.suffix();
    return suffix === '' ? manifest : { ...manifest, metadata: { ...manifest.metadata, name: `${manifest.metadata.name}-${suffix}` } };
  }
}
