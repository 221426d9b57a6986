import * as path from 'node:path';
import { KUBERNETES, TOOLS } from './kubernetes-module';

/** A Go program that the end-to-end tests need, pinned by its own Go module under e2e/tools. */
export interface Program {
  /** Name of the executable. */
  readonly name: string;
  /** Folder of the Go module whose go.mod and go.sum pin the program. */
  readonly moduleFolder: string;
  /** Import path of its main package. */
  readonly mainPackage: string;
  /** Values that the linker writes into the program. */
  readonly linkerFlags: readonly string[];
  /** Build tags, if it needs some. */
  readonly tags?: readonly string[];
  /** Our own source files in the module, if the program is not only a dependency of it. */
  readonly sources?: readonly string[];
}

const ETCD = path.join(TOOLS, 'etcd');

/** A command of Kubernetes. Without the version in its linker flags it would report v0.0.0. */
function kubernetesCommand(name: string): Program {
  const [major, minor] = KUBERNETES.version.slice(1).split('.');
  const stamp = { gitVersion: KUBERNETES.version, gitMajor: major, gitMinor: minor };
  return {
    name,
    moduleFolder: KUBERNETES.moduleFolder,
    mainPackage: `k8s.io/kubernetes/cmd/${name}`,
    linkerFlags: ['-s', '-w', ...Object.entries(stamp).map(([key, value]) => `-X k8s.io/component-base/version.${key}=${value}`)],
  };
}

export const KUBE_APISERVER = kubernetesCommand('kube-apiserver');
export const KUBECTL = kubernetesCommand('kubectl');
const KUBE_CONTROLLER_MANAGER = kubernetesCommand('kube-controller-manager');
const KUBE_SCHEDULER = kubernetesCommand('kube-scheduler');
export const ETCD_SERVER: Program = {
  name: 'etcd',
  moduleFolder: ETCD,
  mainPackage: 'go.etcd.io/etcd/server/v3',
  linkerFlags: ['-s', '-w'],
};

/** A command of OLM 0.46.0. */
function olmCommand(name: string): Program {
  return {
    name, moduleFolder: path.join(TOOLS, 'olm'), mainPackage: `github.com/operator-framework/operator-lifecycle-manager/cmd/${name}`, linkerFlags: ['-s', '-w'],
  };
}

/** Serves catalogs, without the parts that need C libraries. */
const OPM: Program = {
  name: 'opm', moduleFolder: path.join(TOOLS, 'opm'), mainPackage: 'github.com/operator-framework/operator-registry/cmd/opm', linkerFlags: ['-s', '-w'],
  tags: ['containers_image_openpgp', 'exclude_graphdriver_btrfs', 'exclude_graphdriver_devicemapper', 'json1'],
};

/** Plays the kubelets. */
const KWOK: Program = { name: 'kwok', moduleFolder: path.join(TOOLS, 'kwok'), mainPackage: 'sigs.k8s.io/kwok/cmd/kwok', linkerFlags: ['-s', '-w'] };

/** Programs of a cluster in which OLM's own controllers run. */
export const OLM_PROGRAMS: readonly Program[] = [
  KUBE_CONTROLLER_MANAGER, KUBE_SCHEDULER, KWOK, OPM, olmCommand('olm'), olmCommand('catalog'), olmCommand('package-server'),
];

/** A command of go-containerregistry. */
function registryCommand(name: string): Program {
  return {
    name, moduleFolder: path.join(TOOLS, 'registry'), mainPackage: `github.com/google/go-containerregistry/cmd/${name}`, linkerFlags: ['-s', '-w'],
  };
}

/** An image registry that keeps everything in memory. */
export const IMAGE_REGISTRY = registryCommand('registry');

/** Pushes images to registries. */
export const CRANE = registryCommand('crane');

/** Runs health checks for Argo CD in the Lua VM of Argo CD. */
export const LUA_HEALTH: Program = {
  name: 'lua-health', moduleFolder: path.join(TOOLS, 'argocd'), mainPackage: '.', linkerFlags: ['-s', '-w'], sources: ['main.go'],
};

/** Removes from objects what Applications ignore, with Argo CD's jq. */
export const IGNORED_DIFFERENCES: Program = {
  name: 'ignored-differences', moduleFolder: path.join(TOOLS, 'argocd'), mainPackage: './ignored-differences', linkerFlags: ['-s', '-w'],
  sources: [path.join('ignored-differences', 'main.go')],
};

/** Evaluates health checks for Flux with the Common Expression Language of Flux. */
export const CEL_HEALTH: Program = {
  name: 'cel-health', moduleFolder: path.join(TOOLS, 'flux'), mainPackage: '.', linkerFlags: ['-s', '-w'], sources: ['main.go'],
};

/** Argo CD's programs in one executable: ARGOCD_BINARY_NAME in its environment selects one. */
export const ARGO_CD: Program = {
  name: 'argocd', moduleFolder: path.join(TOOLS, 'argocd-controllers'), mainPackage: 'github.com/argoproj/argo-cd/v3/cmd', linkerFlags: ['-s', '-w'],
};

/** A controller of Flux, in its own module: the two need different versions of Flux' packages. */
function fluxController(name: string): Program {
  return { name, moduleFolder: path.join(TOOLS, `flux-${name}`), mainPackage: `github.com/fluxcd/${name}`, linkerFlags: ['-s', '-w'] };
}

/** Fetches the repositories of Flux' sources. */
export const SOURCE_CONTROLLER = fluxController('source-controller');

/** Applies the Kustomizations of Flux. */
export const KUSTOMIZE_CONTROLLER = fluxController('kustomize-controller');
