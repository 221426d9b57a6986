import { readFileSync } from 'node:fs';
import * as path from 'node:path';

const TOOLS = path.resolve(__dirname, '../tools');

/** A Go program that the end-to-end tests need, pinned by a Go module of its own under e2e/tools. */
export interface Program {
  /** The name of the executable. */
  readonly name: string;
  /** The folder of the Go module whose go.mod and go.sum pin the program. */
  readonly moduleFolder: string;
  /** The import path of its main package. */
  readonly mainPackage: string;
  /** What the linker writes into the program. */
  readonly linkerFlags: readonly string[];
}

/** The version that go.mod of a folder requires of a module, for example `v1.36.3`. */
function requiredVersion(moduleFolder: string, module: string): string {
  const file = path.join(moduleFolder, 'go.mod');
  const line = readFileSync(file, 'utf8').split('\n').find(text => text.startsWith(`require ${module} `));
  const version = line?.split(' ')[2];
  if (version === undefined) {
    throw new Error(`${file} has no line 'require ${module} VERSION'`);
  }
  return version;
}

const KUBERNETES = path.join(TOOLS, 'kubernetes');
const ETCD = path.join(TOOLS, 'etcd');

/** The version of Kubernetes that is built, for example `v1.36.3`. */
export const KUBERNETES_VERSION = requiredVersion(KUBERNETES, 'k8s.io/kubernetes');

/** A command of Kubernetes. Without the version in its linker flags it would say v0.0.0. */
function kubernetesCommand(name: string): Program {
  const [major, minor] = KUBERNETES_VERSION.slice(1).split('.');
  const stamp = { gitVersion: KUBERNETES_VERSION, gitMajor: major, gitMinor: minor };
  return {
    name,
    moduleFolder: KUBERNETES,
    mainPackage: `k8s.io/kubernetes/cmd/${name}`,
    linkerFlags: ['-s', '-w', ...Object.entries(stamp).map(([key, value]) => `-X k8s.io/component-base/version.${key}=${value}`)],
  };
}

export const KUBE_APISERVER = kubernetesCommand('kube-apiserver');
export const KUBECTL = kubernetesCommand('kubectl');
export const ETCD_SERVER: Program = {
  name: 'etcd',
  moduleFolder: ETCD,
  mainPackage: 'go.etcd.io/etcd/server/v3',
  linkerFlags: ['-s', '-w'],
};

/** An image registry that keeps everything in memory. */
export const IMAGE_REGISTRY: Program = {
  name: 'registry',
  moduleFolder: path.join(TOOLS, 'registry'),
  mainPackage: 'github.com/google/go-containerregistry/cmd/registry',
  linkerFlags: ['-s', '-w'],
};
