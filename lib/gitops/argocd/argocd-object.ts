import { ApiObject, ApiObjectMetadata, Names } from 'cdk8s';
import { Construct } from 'constructs';
import { manifestObject } from '../../constructs/model/manifest-object';
import { checkNamespace, checkObjectName } from '../../constructs/model/prop-checks';
import { ARGO_CD_API } from './application-spec';

/** Metadata of an object of Argo CD. */
export interface ArgoCdObjectProps {
  /**
   * Name of the object.
   *
   * @default - generated from the construct path
   */
  readonly name?: string;

  /**
   * Namespace of Argo CD.
   *
   * @default 'argocd'
   */
  readonly namespace?: string;

  /**
   * Labels of the object.
   *
   * @default - none
   */
  readonly labels?: { [key: string]: string };

  /**
   * Annotations of the object.
   *
   * @default - none
   */
  readonly annotations?: { [key: string]: string };
}

/**
 * Creates an object of Argo CD.
 *
 * @throws ConstructError when its name or namespace is invalid
 * @internal
 */
export function argoCdObject(
  scope: Construct, kind: string, props: ArgoCdObjectProps, spec: { [field: string]: unknown }, metadata: ApiObjectMetadata = {},
): ApiObject {
  const { name = Names.toDnsLabel(scope), namespace = 'argocd', labels = {}, annotations = {} } = props;
  checkObjectName(scope, 'name', name);
  checkNamespace(scope, 'namespace', namespace);
  return manifestObject(scope, 'Resource', { apiVersion: ARGO_CD_API, kind, metadata: { ...metadata, name, namespace }, spec }, { labels, annotations });
}
