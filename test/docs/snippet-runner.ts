import * as fs from 'node:fs';
import { format } from 'node:util';
import { compileFunction } from 'node:vm';
import * as kubernetes from '@pulumi/kubernetes';
import * as pulumi from '@pulumi/pulumi';
import { type Options, transformSync } from '@swc/core';
import * as cdk8s from 'cdk8s';
import * as constructs from 'constructs';
import * as library from 'olm-constructs';
import * as cluster from 'olm-constructs/cluster';
import * as components from 'olm-constructs/pulumi';
import { Program } from '../pulumi/program';
import { Snippet } from './markdown-snippets';

const { bundle, catalog, gitops, olm, olmv1, report, resolve, rukpak, validation } = library;

/** Modules that programs of the documents import. */
const MODULES: { readonly [name: string]: unknown } = {
  cdk8s,
  constructs,
  'node:fs': fs,
  'olm-constructs': library,
  'olm-constructs/cluster': cluster,
  'olm-constructs/pulumi': components,
  ...Object.fromEntries(Object.entries({ bundle, catalog, gitops, olm, olmv1, report, resolve, rukpak, validation })
    .map(([name, submodule]) => [`olm-constructs/${name}`, submodule])),
  '@pulumi/kubernetes': kubernetes,
  '@pulumi/pulumi': pulumi,
};

/** Settings of the stack that programs read. */
const SETTINGS = {
  'project:bucket': 'shop',
  'project:catalogImage': 'registry.example.com/catalog:v1',
  'project:cluster': 'prod',
  'project:database': 'postgres',
  'project:kubeconfig': '{}',
};

/** Outputs of waiters that programs read. */
const FOUND = { found: { release: '0.31.0', installedBy: 'operator-sdk' } };

/** Outputs of other stacks that programs read. */
const STACKS = {
  'teams': { namespaces: ['team-a', 'team-b'] },
  'acme/infrastructure/production': { 'east-kubeconfig': '{}', 'west-kubeconfig': '{}' },
};

/** test/docs/snippets.test.ts compiles the programs with TypeScript, which takes longer. */
const COMPILER_OPTIONS: Options = { jsc: { parser: { syntax: 'typescript' }, target: 'es2022' }, module: { type: 'commonjs' }, swcrc: false, isModule: true };

type Run = (require: (name: string) => unknown, exports: object, console: object) => Promise<void>;

/** Runs a snippet in the current folder, in a Pulumi program if it needs one, and returns what it prints. */
export async function runSnippet({ file, line, code }: Snippet): Promise<string> {
  const compiled = transformSync(code, COMPILER_OPTIONS).code;
  // An asynchronous function, because snippets await at the top.
  const run = compileFunction(`return (async () => {${compiled}\n})();`, ['require', 'exports', 'console'], { filename: `${file}:${line}` }) as Run;
  let printed = '';
  const print = (...values: unknown[]): void => {
    printed += `${format(...values)}\n`;
  };
  const start = async (): Promise<void> => run(importOf, {}, { log: print, error: print, warn: print });
  const { exitCode } = process;
  try {
    await (/from '(?:olm-constructs\/pulumi|@pulumi\/\w+)'/.test(code) ? Program.run(start, SETTINGS, FOUND, STACKS) : start());
  } finally {
    process.exitCode = exitCode;
  }
  return printed;
}

function importOf(name: string): unknown {
  if (!Object.hasOwn(MODULES, name)) {
    throw new Error(`the runner of snippets has no module '${name}'; add it to MODULES in test/docs/snippet-runner.ts`);
  }
  return MODULES[name];
}
