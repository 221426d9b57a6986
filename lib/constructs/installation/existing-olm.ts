import { Construct } from 'constructs';
import { OLM_NAMESPACE, OPERATOR_NAMESPACE } from '../../olm/names';
import { GLOBAL_OPERATOR_GROUP } from '../../olm/v0/objects/namespaces';
import { OperatorGroupRef } from '../model/operator-group-ref';
import { anyCopy } from '../model/any-copy';
import { checkNamespace, checkOptionsIn } from '../model/prop-checks';
import { IOlmInstallation, provideOlm } from './olm-of-cluster';

/** Namespaces of an OLM that is in the cluster already. */
export interface ExistingOlmProps {
  /**
   * Namespace of OLM's own pods.
   *
   * @default olm
   */
  readonly namespace?: string;

  /**
   * Namespace for operators that watch all namespaces.
   *
   * @default operators
   */
  readonly operatorNamespace?: string;

  /**
   * Namespace of global catalogs, which are visible in every namespace.
   *
   * @default - the same as `namespace`
   */
  readonly catalogNamespace?: string;
}

/** Namespaces of the OLM that is part of OpenShift. */
export const OPENSHIFT_OLM: Required<ExistingOlmProps> = {
  namespace: 'openshift-operator-lifecycle-manager',
  operatorNamespace: 'openshift-operators',
  catalogNamespace: 'openshift-marketplace',
};

/** An OLM that is in the cluster already. It creates no objects. */
export class ImportedOlm extends Construct implements IOlmInstallation {
  public readonly namespace: string;
  public readonly operatorNamespace: string;
  public readonly catalogNamespace: string;

  /** That of upstream's releases and of OpenShift. */
  public readonly globalOperators = OperatorGroupRef._withTargets(GLOBAL_OPERATOR_GROUP, []);

  public constructor(scope: Construct, id: string, props: ExistingOlmProps) {
    super(anyCopy(scope), id);
    checkOptionsIn(this, 'props of OlmInstallation.fromExisting', 'ExistingOlmProps', props);
    this.namespace = props.namespace ?? OLM_NAMESPACE;
    this.operatorNamespace = props.operatorNamespace ?? OPERATOR_NAMESPACE;
    this.catalogNamespace = props.catalogNamespace ?? this.namespace;
    checkNamespace(this, 'namespace', this.namespace);
    checkNamespace(this, 'operatorNamespace', this.operatorNamespace);
    checkNamespace(this, 'catalogNamespace', this.catalogNamespace);
    provideOlm(this, [], []);
  }
}
