import { ProvisionerClass, RukpakBundleInstance, RukpakVersion } from '../../../lib/pulumi';
import type { ApiCall } from '../../unknown-keys/api-call';
import { COMPONENT_CALLS } from '../../unknown-keys/component-calls';
import { Program } from '../program';
import type { ArgsName } from './prop-sites';

/** A call of the constructor of a component, for some of its props. */
export interface PropCall {
  readonly title: string;
  readonly args: ArgsName;
  readonly call: ApiCall;

  /** Whether a prop is tested with this call. */
  readonly has: (path: string) => boolean;
}

/** Props that the test does not compare, by reason. */
const NOT_COMPARED: { readonly [reason: string]: RegExp } = {
  'OLM v1 does not support it': /^ClusterExtension\.deploymentConfig\.selector\b/,
  'Outputs in it are refused, although it takes any values': /^PlainBundleDeployment\.values\b/,
  'the component refuses it when it runs, because its objects are compared with the schemas of Kubernetes':
    /^OlmInstallation\.(?:apiServerPort|podSecurity\.\w+\.version|.*\.(?:replicas|tolerationSeconds|weight))$/,
  'they have the props of olmOperator': /^OlmInstallation\.(?:catalogOperator|packageserver)\./,
  'only a Helm chart has it': /^RukpakBundleDeployment\.helmValues\b/,
};

const INSTANCE = { provisionerClass: ProvisionerClass.PLAIN, bundleName: 'hello', name: 'it', version: RukpakVersion.V0_3_0 };

function ofComponent(component: string, call: ApiCall): PropCall {
  return {
    title: component, args: `${component}Args` as ArgsName, call,
    has: (path) => !Object.values(NOT_COMPARED).some((pattern) => pattern.test(`${component}.${path}`)),
  };
}

const DEPLOYMENT = COMPONENT_CALLS['new RukpakBundleDeployment(args)']!;

/** Calls of all components with arguments. */
export const PROP_CALLS: readonly PropCall[] = [
  ...Object.entries(COMPONENT_CALLS).flatMap(([name, call]) => {
    const component = /^new (\w+)\(args\)$/.exec(name)?.[1];
    const isOther = component === undefined || /Ready$|^OlmDetection$|^OperatorAdoption$|^OperatorNamespace$|^RukpakBundleInstance$/.test(component);
    return isOther ? [] : [ofComponent(component, call)];
  }),
  ofComponent('RukpakBundleInstance', { argument: INSTANCE, run: (args) => Program.run(() => new RukpakBundleInstance('it', args)) }),
  {
    ...ofComponent('RukpakBundleDeployment', { ...DEPLOYMENT, argument: { ...DEPLOYMENT.argument as object, provisionerClass: ProvisionerClass.HELM } }),
    title: 'RukpakBundleDeployment of a Helm chart', has: (path) => path.startsWith('helmValues.'),
  },
];
