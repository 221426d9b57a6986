import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { load } from 'js-yaml';
import type { JsonMap } from '../../lib/formats/json/json-value';
import { checkSettingProblems } from '../../lib/pulumi/plugin/check-settings';
import { constructComponent, PLUGIN_COMPONENTS } from '../../lib/pulumi/plugin/construct-component';
import { PLUGIN_RESOURCES } from '../../lib/pulumi/plugin/plugin-resources';
import { ProgramComponents } from '../../lib/pulumi/plugin/program-components';
import { settingProblems } from '../../lib/pulumi/plugin/plugin-settings';
import schema from '../../lib/pulumi/plugin/schema.json';
import { runWaitersInPlugin } from '../../lib/pulumi/resources/waiter-types';
import * as providers from '../../lib/pulumi/waiters';
import { Program } from '../pulumi/program';

/** The programs in docs/guides/pulumi-languages.md and the example in YAML, created as the plugin creates their components. */

const ROOT = resolve(__dirname, '../..');
const GUIDE = readFileSync(join(ROOT, 'docs/guides/pulumi-languages.md'), 'utf8');

interface YamlProgram {
  readonly config?: { readonly [setting: string]: { readonly value?: unknown; readonly default?: unknown } };
  readonly resources?: { readonly [name: string]: { readonly type: string; readonly properties: JsonMap } };
}

const programs = [
  ...[...GUIDE.matchAll(/```yaml\n([^`]*)```/g)].map(([, text], index): [string, string] => [`program ${index + 1} of the guide`, text!]),
  ['the example in YAML', readFileSync(join(ROOT, 'examples/pulumi-yaml/Pulumi.yaml'), 'utf8')] as [string, string],
];

beforeAll(runWaitersInPlugin);

describe('a program in YAML', () => {
  const previous = process.cwd();
  const folder = mkdtempSync(join(tmpdir(), 'pulumi-yaml-'));
  beforeAll(() => {
    cpSync(join(ROOT, 'examples/quickstart/bundle'), join(folder, 'bundle'), { recursive: true });
  });
  afterEach(() => process.chdir(previous));
  afterAll(() => rmSync(folder, { recursive: true }));

  it.each(programs)('has components with valid properties: %s', async (name, text) => {
    process.chdir(name.startsWith('the example') ? join(ROOT, 'examples/pulumi-yaml') : folder);
    const { resources = {}, config = {} } = load(text) as YamlProgram;
    const settings = Object.entries(config).filter(([key]) => key.startsWith('olm-constructs:'))
      .map(([key, { value }]): [string, unknown] => [key.split(':')[1]!, value]);
    expect(await checkSettingProblems(Object.fromEntries(settings))).toEqual([]);
    const created = await Program.run(async () => {
      for (const [of, { type, properties }] of Object.entries(resources)) {
        const known = JSON.parse(JSON.stringify(properties)
          .replaceAll(/\$\{(\w+)\}/g, (_, setting: string) => String(config[setting]?.default))
          .replaceAll(/"\$\{(\w+)\.(\w+)\}"/g, (_, other: string, output: string) => `"${other}-${output.toLowerCase()}"`)) as JsonMap;
        await constructComponent(of, type, known, {}, new ProgramComponents());
      }
    });
    expect(created.registered.map(({ type }) => type)).toEqual(expect.arrayContaining(Object.values(resources).map(({ type }) => type)));
    // What a program refers to is an output of the component.
    for (const [, other, output] of text.matchAll(/\$\{(\w+)\.(\w+)\}/g)) {
      const token = resources[other!]!.type as keyof typeof schema.resources;
      expect(Object.keys(schema.resources[token].properties)).toContain(output);
    }
  });
});

describe('the guide', () => {
  const named = (section: string): string => new RegExp(`\n## ${section}\n([^]*?)(?=\n## |$)`).exec(GUIDE)![1]!;

  it('lists the components', () => {
    const [sentence] = /^`[^]*?take/.exec(named('Components').trim())!;
    expect([...sentence.matchAll(/`(\w+)`/g)].map(([, name]) => name)).toEqual(Object.keys(PLUGIN_COMPONENTS));
  });

  it('lists the resources, with the IDs for an import', async () => {
    const rows = [...named('Resources').matchAll(/^\| (`.*?) \|.*\| (?:`(.*)`|none) \|$/gm)].filter(([row]) => !row.includes('olm-constructs:'));
    const forms = rows.flatMap(([, names, form]) => [...names!.matchAll(/`(\w+)`/g)].map(([, name]): [string, string | undefined] => [name!, form]));
    expect(forms.map(([name]) => name).sort()).toEqual(Object.keys(PLUGIN_RESOURCES));
    for (const [name, form] of forms) {
      await expect(PLUGIN_RESOURCES[name]!.provider.find('a/b/c', {})).rejects.toThrow(form === undefined ? 'cannot be imported' : `the ID must have the form ${form}, got`);
    }
    // The plugin has the waiters only: `imagePush` is no waiter.
    expect(Object.keys(providers).filter((name) => name !== 'imagePush')).toHaveLength(forms.length);
  });

  it('lists the settings', () => {
    const settings = [...GUIDE.matchAll(/^\| `olm-constructs:(\w+)` \|/gm)].map(([, name]) => name!);
    expect(settings.sort()).toEqual(Object.keys(schema.config.variables).sort());
    expect(settingProblems({ kubeconfig: 'x', context: 'dev', deleteUnreachable: true })).toEqual([]);
  });
});
