import { Construct } from 'constructs';
import { IOlmInstallation } from './i-olm-installation';
import { provideOlm } from './olm-order';
import { OLM_NAMESPACE, OPERATOR_NAMESPACE } from '../olm/upstream-namespaces';

/** Where an OLM runs that is in the cluster already. */
export interface ExistingOlmProps {
  /**
   * The namespace that OLM's own pods run in.
   *
   * @default olm
   */
  readonly namespace?: string;

  /**
   * The namespace for operators that watch all namespaces.
   *
   * @default operators
   */
  readonly operatorNamespace?: string;

  /**
   * The namespace whose catalogs every namespace sees.
   *
   * @default - the namespace of OLM
   */
  readonly catalogNamespace?: string;
}

/** The namespaces of the OLM that is part of OpenShift. */
export const OPENSHIFT_OLM: Required<ExistingOlmProps> = {
  namespace: 'openshift-operator-lifecycle-manager',
  operatorNamespace: 'openshift-operators',
  catalogNamespace: 'openshift-marketplace',
};

/** An OLM that is in the cluster already. It makes no object. */
export class ImportedOlm extends Construct implements IOlmInstallation {
  public readonly namespace: string;
  public readonly operatorNamespace: string;
  public readonly catalogNamespace: string;

  public constructor(scope: Construct, id: string, props: ExistingOlmProps) {
    super(scope, id);
    this.namespace = props.namespace ?? OLM_NAMESPACE;
    this.operatorNamespace = props.operatorNamespace ?? OPERATOR_NAMESPACE;
    this.catalogNamespace = props.catalogNamespace ?? this.namespace;
    provideOlm(this, []);
  }
}
