import { ApiObject, ApiObjectMetadata, Names } from 'cdk8s';
import { Construct } from 'constructs';
import { ARGO_CD_API } from './application-spec';
import { ArgoCdObjectProps } from './argocd-object-props';
import { checkNamespace, checkObjectName } from '../../constructs/model/prop-checks';
import { KnownKeys } from '../../formats/json/known-keys';

export const OBJECT_KEYS: KnownKeys<ArgoCdObjectProps> = { name: true, namespace: true, labels: true, annotations: true };

/**
 * Creates an object of Argo CD.
 *
 * @throws ConstructError when its name or namespace is invalid
 */
export function argoCdObject(
  scope: Construct, kind: string, props: ArgoCdObjectProps, spec: { [field: string]: unknown }, metadata: ApiObjectMetadata = {},
): ApiObject {
  const { name = Names.toDnsLabel(scope), namespace = 'argocd', labels = {}, annotations = {} } = props;
  checkObjectName(scope, 'name', name);
  checkNamespace(scope, 'namespace', namespace);
  return new ApiObject(scope, 'Resource', { apiVersion: ARGO_CD_API, kind, metadata: { ...metadata, name, namespace, labels, annotations }, spec });
}
