import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { OPEN_API_FILES } from './generate-types';
import type { OpenApiTypes } from './open-api';

const MODULE = 'k8s.io/kubernetes';

/** Kubernetes' types as one version of it publishes them. */
export interface KubernetesOpenApi {
  /** With a leading `v`. */
  readonly version: string;
  readonly types: OpenApiTypes;
}

/**
 * Reads the OpenAPI of the Kubernetes version that a go.mod file requires. It comes out of Go's module cache; Go fetches
 * it when it is not there.
 */
export function readKubernetesOpenApi(goModFile: string): KubernetesOpenApi {
  const version = requiredVersion(readFileSync(goModFile, 'utf8'), MODULE);
  const directory = moduleDirectory(`${MODULE}@${version}`);
  const types = OPEN_API_FILES.map((file) => openApiTypes(join(directory, 'api', 'openapi-spec', 'v3', file)));
  return { version, types: Object.assign({}, ...types) as OpenApiTypes };
}

/** The version of a module that the text of a go.mod file requires. */
export function requiredVersion(goMod: string, module: string): string {
  const version = goMod.split('\n')
    .map((line) => line.replace(/^require\s/, '').trim().split(/\s+/))
    .find(([path]) => path === module)?.[1];
  if (version === undefined) {
    throw new Error(`go.mod requires no ${module}; add it with \`go get ${module}@<version>\``);
  }
  return version;
}

/** Runs outside of any module, so that no go.mod or go.sum is touched. */
function moduleDirectory(moduleVersion: string): string {
  const go = spawnSync('go', ['mod', 'download', '-json', moduleVersion], { cwd: tmpdir(), encoding: 'utf8' });
  if (go.error) {
    throw new Error(`cannot run go, which is needed to fetch ${moduleVersion}: ${go.error.message}; install Go from https://go.dev/dl`);
  }
  if (go.status !== 0) {
    throw new Error(`go cannot fetch ${moduleVersion}: ${(go.stdout + go.stderr).trim()}`);
  }
  return (JSON.parse(go.stdout) as { Dir: string }).Dir;
}

function openApiTypes(file: string): OpenApiTypes {
  const document = JSON.parse(readFileSync(file, 'utf8')) as { components: { schemas: OpenApiTypes } };
  return document.components.schemas;
}
