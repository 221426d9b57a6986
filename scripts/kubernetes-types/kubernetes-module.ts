import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { OPEN_API_FILES } from './generate-types';
import type { OpenApiTypes } from './open-api';

const MODULE = 'k8s.io/kubernetes';

/** Types of a version of Kubernetes. */
export interface KubernetesOpenApi {
  /** Version with a leading `v`. */
  readonly version: string;
  readonly types: OpenApiTypes;
}

/** Reads the OpenAPI of the Kubernetes version that a go.mod file requires, from Go's module cache. Go downloads it if it is missing. */
export function readKubernetesOpenApi(goModFile: string): KubernetesOpenApi {
  const version = requiredVersion(readFileSync(goModFile, 'utf8'), MODULE);
  const directory = moduleDirectory(`${MODULE}@${version}`);
  const types = OPEN_API_FILES.map((file) => openApiTypes(join(directory, 'api', 'openapi-spec', 'v3', file)));
  return { version, types: Object.assign({}, ...types) as OpenApiTypes };
}

/** Returns the version of a module that a go.mod file requires. */
export function requiredVersion(goMod: string, module: string): string {
  const version = goMod.split('\n')
    .map((line) => line.replace(/^require\s/, '').trim().split(/\s+/))
    .find(([path]) => path === module)?.[1];
  if (version === undefined) {
    throw new Error(`go.mod does not require ${module}; add it with \`go get ${module}@<version>\``);
  }
  return version;
}

/** Returns the folder of a module. Runs outside of any module, so that no go.mod or go.sum is changed. */
export function moduleDirectory(moduleVersion: string): string {
  const go = spawnSync('go', ['mod', 'download', '-json', moduleVersion], { cwd: tmpdir(), encoding: 'utf8' });
  if (go.error) {
    throw new Error(`cannot run go to download ${moduleVersion}: ${go.error.message}; install Go from https://go.dev/dl`);
  }
  if (go.status !== 0) {
    throw new Error(`go cannot download ${moduleVersion}: ${(go.stdout + go.stderr).trim()}`);
  }
  return (JSON.parse(go.stdout) as { Dir: string }).Dir;
}

function openApiTypes(file: string): OpenApiTypes {
  const document = JSON.parse(readFileSync(file, 'utf8')) as { components: { schemas: OpenApiTypes } };
  return document.components.schemas;
}
