import { ApiObject, ApiObjectMetadata, Chart, JsonPatch } from 'cdk8s';
import { Construct } from 'constructs';
import { KubernetesManifest } from '../olm/kubernetes-manifest';

/** Labels and annotations that a construct puts on every object it makes. */
export interface ObjectMarks {
  readonly labels?: { [key: string]: string } | undefined;
  readonly annotations?: { [key: string]: string } | undefined;
}

/**
 * The metadata of an object with the construct's marks on it; what the object says itself wins.
 */
export function markedMetadata(metadata: ApiObjectMetadata, marks: ObjectMarks): ApiObjectMetadata {
  return {
    ...metadata,
    labels: { ...marks.labels, ...metadata.labels },
    annotations: { ...marks.annotations, ...metadata.annotations },
  };
}

/**
 * Makes the ApiObject of a manifest, with the construct's marks. A manifest without a namespace is cluster-scoped: every
 * other one names its own.
 */
export function manifestObject(scope: Construct, id: string, manifest: KubernetesManifest, marks: ObjectMarks): ApiObject {
  const object = new ApiObject(scope, id, {
    ...manifest,
    metadata: markedMetadata(manifest.metadata, marks),
  });
  if (manifest.metadata.namespace === undefined) {
    withoutNamespace(object);
  }
  return object;
}

/**
 * Takes the chart's namespace off a cluster-scoped object: cdk8s gives it to every object of the chart, and
 * a Namespace or a CustomResourceDefinition with a namespace never compares equal with the cluster's.
 */
function withoutNamespace(object: ApiObject): void {
  if (Chart.of(object).namespace !== undefined) {
    object.addJsonPatch(JsonPatch.remove('/metadata/namespace'));
  }
}
