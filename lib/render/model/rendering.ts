import type { JsonMap } from '../../formats/json/json-value';
import type { CertificateProvider } from './certificate-provider';

/** Decisions about the installation of an operator, after all checks. */
export interface Rendering {
  readonly installNamespace: string;

  /** Namespaces that the operator watches. An empty string means all. */
  readonly targetNamespaces: readonly string[];

  /** Source of certificates, undefined only for operators without webhooks. */
  readonly certificates: CertificateProvider | undefined;

  /** Changes to the deployments, as Go serializes them. */
  readonly deploymentConfig: JsonMap;

  /** Whether the known defects of OLM v1's renderer are reproduced. */
  readonly compatible: boolean;
}

/** Whether the operator watches all namespaces. */
export function watchesAll({ targetNamespaces }: Pick<Rendering, 'targetNamespaces'>): boolean {
  return targetNamespaces.length === 1 && targetNamespaces[0] === '';
}
