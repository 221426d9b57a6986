import { IConstruct } from 'constructs';
import { ConstructError } from './construct-error';
import { IOlmInstallation } from './i-olm-installation';

/** The OLM of an app, and who uses its kinds. */
interface OlmUse {
  installation?: IOlmInstallation;
  before: readonly IConstruct[];
  readonly users: IConstruct[];
}

const useByApp = new WeakMap<IConstruct, OlmUse>();

function useOf(construct: IConstruct): OlmUse {
  const app = construct.node.root;
  const use = useByApp.get(app) ?? { before: [], users: [] };
  useByApp.set(app, use);
  return use;
}

/**
 * Says that this is the OLM of the app: every construct that uses OLM's kinds, made before or after, comes after the given
 * objects in the output.
 *
 * @param installation the OLM
 * @param objects what has to be in the cluster before any object of OLM's kinds: CRDs and namespaces. Only what the others truly
 * need, since cdk8s walks every path of the dependency graph: a graph of few levels keeps the synthesis fast.
 * @throws ConstructError when the app has an OLM already
 */
export function provideOlm(installation: IOlmInstallation, objects: readonly IConstruct[]): void {
  const use = useOf(installation);
  if (use.installation !== undefined) {
    throw new ConstructError(installation, `this app has an OLM already, at '${use.installation.node.path}'; a cluster takes one OLM: `
      + 'remove one of the two, or give each its own App');
  }
  use.installation = installation;
  use.before = objects;
  for (const user of use.users) {
    user.node.addDependency(...objects);
  }
}

/** Says that this construct uses OLM's kinds: it comes after the installation of the app, if there is one. */
export function useOlm(construct: IConstruct): void {
  const use = useOf(construct);
  use.users.push(construct);
  construct.node.addDependency(...use.before);
}

/** The OLM of this app, if there is one. */
export function olmOfApp(construct: IConstruct): IOlmInstallation | undefined {
  return useOf(construct).installation;
}
