import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ApiObject, type Chart, Testing, Yaml } from 'cdk8s';
import { STRUCTS } from '../../lib/formats/options/generated/option-types';
import { OptionTypes } from '../../lib/formats/options/option-type';
import { readYaml } from '../../lib/formats/yaml/read-yaml';
import { CONSTRUCT_CALLS } from '../unknown-keys/construct-calls';
import { GITOPS_CALLS } from '../unknown-keys/gitops-calls';

const API = new OptionTypes({ structs: STRUCTS });
const LIMITS = { target: 'object', maxDepth: 500, maxNodes: 1_000_000 } as const;
const ROOT = join(__dirname, '..', '..');

/** Strings that cdk8s writes in a way that Go's tools read as another value, or refuse. The first two are valid names. */
const HOSTILE = ['0o17', '0b1_1', 'a\u2028b', '\ta\nb', 'a\x85b'];

/** Constructs that write no such string of their props into an object. */
const WITHOUT_STRINGS = ['Cluster', 'FluxStages', 'OperatorLock', 'OperatorPolicy', 'RukpakBundleInstance'];

/** The constructs, and the names of the props that are strings or maps of strings. */
const CONSTRUCTS = Object.entries({ ...CONSTRUCT_CALLS, ...GITOPS_CALLS }).flatMap(([call, { argument = {}, run }]) => {
  const name = /^new (\w+)\(props\)$/.exec(call)?.[1] ?? { 'ArgoCdHealthChecks.configMapPatch(props)': 'ArgoCdHealthChecks' }[call];
  const struct = name === undefined || !(`${name}Props` in STRUCTS) ? undefined : API.struct(`${name}Props` as keyof typeof STRUCTS);
  const props = struct === undefined ? [] : [...struct.fields].flatMap(([prop, { type }]) => type.parts.flatMap((part) => (
    part.kind === 'name' && part.name === 'string' ? [{ prop, isMap: false }]
      : part.kind === 'map' && part.values.parts.some((value) => value.kind === 'name' && value.name === 'string') ? [{ prop, isMap: true }] : []
  )));
  return struct === undefined ? [] : [{ name: name!, argument: argument as object, run, props }];
});

afterEach(() => jest.restoreAllMocks());

/** Returns the objects that a call creates, or none if it refuses its props. */
function objectsOf(run: (props: never) => unknown, props: object): ApiObject[] {
  const charts: Chart[] = [];
  const chart = Testing.chart.bind(Testing);
  const spied = jest.spyOn(Testing, 'chart').mockImplementation(() => {
    charts.push(chart());
    return charts.at(-1)!;
  });
  try {
    run(props as never);
  } catch {
    return [];
  } finally {
    spied.mockRestore();
  }
  return charts.flatMap((made) => made.node.findAll()).filter((construct) => ApiObject.isApiObject(construct));
}

describe.each(CONSTRUCTS)('the objects of $name', ({ name, argument, run, props }) => {
  test('are read by Go as they are, whatever the strings in them', () => {
    const all = Object.fromEntries(HOSTILE.map((text, index) => [`key${index}`, text]));
    const values = props.flatMap(({ prop, isMap }) => (isMap ? [all] : HOSTILE).map((value) => ({ prop, value })));
    const written = values.flatMap(({ prop, value }) => objectsOf(run, { ...argument, [prop]: value }).map((object) => {
      const manifest = object.toJson() as object;
      return { place: `${name}.${prop} in ${object.kind}`, manifest, json: JSON.stringify(manifest) };
    })).filter(({ json }) => HOSTILE.some((text) => json.includes(JSON.stringify(text))));
    const wrong = written.filter(({ manifest, json }) => JSON.stringify(readYaml(Yaml.stringify(manifest), LIMITS).value) !== json);
    expect(wrong.map(({ place }) => place)).toEqual([]);
    expect(written.length === 0).toBe(WITHOUT_STRINGS.includes(name));
  });
});

/** Files that create objects of cdk8s themselves, by the reason. */
const ALLOWED: { readonly [file: string]: string } = {
  'lib/constructs/model/manifest-object.ts': 'it is what all others use',
  'lib/gitops/jobs/job-objects.ts': 'it writes exact YAML itself',
  'lib/pulumi/program/deployed-cluster.ts': 'its objects are never written',
};

test('no construct of the library creates an object that is written otherwise', () => {
  const files = readdirSync(join(ROOT, 'lib'), { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts')).map((file) => `lib/${file.replaceAll('\\', '/')}`);
  const creating = files.filter((file) => /\bnew ApiObject\(|\bextends ApiObject \{/.test(readFileSync(join(ROOT, file), 'utf8').replace(/'[^'\n]*'/g, '')));
  expect(creating.sort()).toEqual(Object.keys(ALLOWED).sort());
  const imports = readdirSync(join(ROOT, 'imports')).filter((file) => file.endsWith('.ts')).map((file) => readFileSync(join(ROOT, 'imports', file), 'utf8'));
  const classes = imports.flatMap((source) => source.split(/^export class /m).slice(1)).filter((source) => /^\w+ extends ApiObject/.test(source));
  expect(classes.filter((source) => !source.includes('return patched(this,')).map((source) => source.split(' ')[0])).toEqual([]);
});
