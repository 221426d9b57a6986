import { IConstruct } from 'constructs';
import { ConstructError } from './construct-error';

/** What an installation of OLM gives to the rest of the app. */
export interface OlmProvision {
  /** The namespace whose catalogs every namespace sees. */
  readonly catalogNamespace: string;

  /**
   * What has to be in the cluster before any object of OLM's kinds: CRDs and namespaces. Only what the others truly
   * need, since cdk8s walks every path of the dependency graph: a graph of few levels keeps the synthesis fast.
   */
  readonly objects: readonly IConstruct[];
}

/** Who makes OLM's kinds in an app, and who uses them. */
interface OlmUse {
  provider?: IConstruct;
  provision?: OlmProvision;
  readonly users: IConstruct[];
}

const useByApp = new WeakMap<IConstruct, OlmUse>();

function useOf(construct: IConstruct): OlmUse {
  const app = construct.node.root;
  const use = useByApp.get(app) ?? { users: [] };
  useByApp.set(app, use);
  return use;
}

/**
 * Says that this construct installs OLM: every construct that uses OLM's kinds, made before or after, comes after the
 * objects of the provision in the output.
 *
 * @throws ConstructError when the app has an installation already
 */
export function provideOlm(construct: IConstruct, provision: OlmProvision): void {
  const use = useOf(construct);
  if (use.provider !== undefined) {
    throw new ConstructError(construct, `this app installs OLM already, at '${use.provider.node.path}'; a cluster takes one OLM: `
      + 'remove one of the two, or give each its own App');
  }
  use.provider = construct;
  use.provision = provision;
  for (const user of use.users) {
    user.node.addDependency(...provision.objects);
  }
}

/** Says that this construct uses OLM's kinds: it comes after the installation of the app, if there is one. */
export function useOlm(construct: IConstruct): void {
  const use = useOf(construct);
  use.users.push(construct);
  if (use.provision !== undefined) {
    construct.node.addDependency(...use.provision.objects);
  }
}

/** What the installation of OLM in this app provides, if there is one. */
export function olmProvision(construct: IConstruct): OlmProvision | undefined {
  return useOf(construct).provision;
}
