import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { ApiObject, App, Chart } from 'cdk8s';
import { ArgoCd, ArgoCdHook, FluxGitRepository, FluxStage, FluxStages } from 'olm-constructs/gitops';
import { ENUMS } from '../../lib/formats/options/generated/option-types';

/** Options are compared with their declarations. Methods that take values of enums as arguments check these themselves. */

const LIB = resolve(__dirname, '../../lib');

/** Methods that only compare the value with others, so that an unknown one is equal to none of them, and those that only the library calls. */
const OTHERS = [
  'bundle/bundle.ts supportsInstallMode', 'bundle/generate/generation-notes.ts decide', 'bundle/generate/generation-notes.ts inform',
  'bundle/model/bundle-error.ts add', 'catalog/catalog-bundle.ts supportsInstallMode', 'gitops/flux/staged-objects.ts of',
];

function chartWithObject(): Chart {
  const chart = new Chart(new App(), 'chart');
  new ApiObject(chart, 'job', { apiVersion: 'batch/v1', kind: 'Job', metadata: { name: 'job', namespace: 'ns' } });
  return chart;
}

function stages(): FluxStages {
  const chart = chartWithObject();
  const flux = new Chart(chart.node.root, 'flux');
  return new FluxStages(flux, 'stages', { source: new FluxGitRepository(flux, 'source', { url: 'https://example.test/repo', branch: 'main' }) });
}

const HOOK = 'hook must be ';
const STAGE = 'stage must be ';

/** Calls with a value in the wrong case, by file and method. */
const CALLS: { readonly [method: string]: readonly (readonly [call: () => unknown, message: string])[] } = {
  'gitops/argocd/argocd.ts hook': [
    [() => ArgoCd.hook(chartWithObject(), 'presync' as never), HOOK],
    [() => ArgoCd.hook(chartWithObject(), ArgoCdHook.PRE_SYNC, 'hooksucceeded' as never), 'deletePolicies[0] must be '],
  ],
  'gitops/flux/flux-stages.ts assign': [[() => FluxStages.assign(chartWithObject(), 'Operators' as never), STAGE]],
  'gitops/flux/flux-stages.ts kustomization': [[() => stages().kustomization('Operators' as never), STAGE]],
  'gitops/flux/flux-stages.ts objects': [[() => stages().objects('Operators' as never), STAGE]],
  'gitops/flux/flux-stages.ts folder': [[() => stages().folder('Operators' as never), STAGE]],
};

function methodsWithEnums(): string[] {
  const signature = new RegExp(`^  public (?:static )?(?:async )?([a-zA-Z]+)\\([^)]*: (?:readonly )?(?:${Object.keys(ENUMS).join('|')})\\b`);
  return readdirSync(LIB, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts') && !file.includes('generated')).sort()
    .flatMap((file) => readFileSync(join(LIB, file), 'utf8').split('\n').flatMap((line) => {
      const name = signature.exec(line)?.[1];
      return name === undefined || name === 'constructor' ? [] : [`${file} ${name}`];
    }));
}

describe('arguments of enums', () => {
  it('are checked in each public method that has one', () => {
    expect(methodsWithEnums().filter((method) => !OTHERS.includes(method)).sort()).toEqual(Object.keys(CALLS).sort());
  });

  it.each(Object.entries(CALLS).flatMap(([method, calls]) => calls.map((each) => [method, ...each] as const)))('%s refuses another value', (_, call, message) => {
    expect(call).toThrow(message);
    expect(call).toThrow(/, got '/);
  });

  it('have all stages and hooks that exist', () => {
    for (const stage of Object.values(FluxStage)) {
      expect(() => FluxStages.assign(chartWithObject(), stage)).not.toThrow();
    }
    for (const hook of Object.values(ArgoCdHook)) {
      expect(() => ArgoCd.hook(chartWithObject(), hook)).not.toThrow();
    }
  });
});
