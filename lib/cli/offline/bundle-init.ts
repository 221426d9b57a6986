import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { Bundle } from '../../bundle/bundle';
import { BUNDLE_CONFIG_FILE, BUNDLE_CONFIG_TYPE, isConfigProgram } from '../../bundle/generate/bundle-config';
import type { BundleConfig } from '../../bundle/generate/generation-options';
import type { ManifestSource } from '../../bundle/generate/manifest-source';
import { InstallModeType } from '../../bundle/model/cluster-service-version-spec';
import { defined } from '../../formats/json/defined';
import { printableJson } from '../../formats/json/printable-json';
import { mapField, mapListField, stringField, stringListField } from '../../formats/json/json-value';
import { textOf } from '../../formats/json/utf8-text';
import { toolInputAt } from '../../formats/manifests/manifest-files';
import { writeFileAt } from '../../formats/output/write-files';
import { readStream } from '../../formats/yaml/stream';
import { toYaml } from '../../formats/yaml/write';
import { shell, shellPath } from '../../text/shell';
import { CliError, ExitCode, UsageError } from '../frame/cli-error';
import { defineCommand } from '../frame/command';
import { flag, outputFormat, text } from '../frame/option';
import { writeResult } from '../frame/write-result';
import { MANIFESTS_DESCRIPTION, sourceOf } from './bundle-create';

/** Command that the written file is for. */
const RELEASE = 'olm-constructs bundle create --version VERSION';

/** Version for looking at manifests: that of the bundle is not known yet. */
const ANY_VERSION = '0.0.0';

/** `olm-constructs bundle init` */
export const bundleInitCommand = defineCommand({
  description: 'Writes a file with options for `bundle create`, of the kind BundleConfig, from what it finds: the package of a kubebuilder project (PROJECT, and the base in '
    + 'config/manifests/bases) or of a Helm chart (Chart.yaml), and, with manifests, the proposed install modes and the image of the operator. Check it, and commit it.',
  operands: [{ name: 'PATH', description: MANIFESTS_DESCRIPTION, required: false }],
  options: {
    package: text('NAME', 'name of the package; by default that of the project or the chart'),
    project: text('DIR', 'folder of the kubebuilder project or of the chart; by default the current folder'),
    out: text('FILE', `file to write; by default ${BUNDLE_CONFIG_FILE}. A name that ends in .ts gets TypeScript`),
    force: flag('replace the file if it exists'),
    output: outputFormat(['text', 'json'], 'text', 'format of the report'),
  },
  examples: [{ description: 'The options for the manifests of an operator', command: 'olm-constructs bundle init operator.yaml --package hello-operator' }],
  run: async (context, { operands: [path], options: { package: given, project = '.', out = BUNDLE_CONFIG_FILE, force, output } }) => {
    if (existsSync(out) && !force) {
      throw new CliError(`${out} exists; edit it, replace it with --force, or write another one with --out`);
    }
    const found = { ...ofChart(project), ...ofProject(project) };
    const packageName = given ?? found.packageName;
    if (packageName === undefined) {
      throw new UsageError('the name of the package is unknown: there is no PROJECT and no Chart.yaml; add --package');
    }
    const ofManifests = path === undefined ? {} : configOf(await sourceOf(path, context), packageName, found.base);
    const manifests = path === undefined || path === '-' ? undefined : path;
    const config = { ...found, packageName, channels: ['alpha'], ...ofManifests, ...defined({ manifests }) };
    const written = withPathsTo(dirname(out), config);
    writeFileAt(out, isConfigProgram(out) ? programOf(written) : `# Options of \`${RELEASE}\`.\n${toYaml({ ...BUNDLE_CONFIG_TYPE, ...written })}`);
    if (output === 'json') {
      writeResult(context.stdout, output, 'BundleConfigCreation', { file: out });
    } else {
      const config = out === BUNDLE_CONFIG_FILE ? '' : shell` --config ${shellPath(out)}`;
      context.stdout.line(out);
      const pipe = manifests === undefined ? `${toolInputAt(project)?.command ?? 'COMMAND'} | ` : '';
      context.stdout.write(`\nNext:\n\n  ${pipe}olm-constructs bundle create${manifests === undefined ? ' -' : ''}${config} --version VERSION\n`);
    }
    return ExitCode.SUCCESS;
  },
});

/** Returns a program in TypeScript that exports a configuration. */
function programOf({ installModes, ...config }: BundleConfig): string {
  const entries = Object.entries(config).map(([key, value]) => `  ${key}: ${printableJson(value).replaceAll('\n', '\n  ')},\n`);
  const names = Object.entries(InstallModeType).filter(([, mode]) => installModes?.includes(mode) === true).map(([name]) => `InstallModeType.${name}`);
  return `import ${names.length === 0 ? 'type { BundleConfig }' : '{ type BundleConfig, InstallModeType }'} from 'olm-constructs/bundle';

/** Options of \`${RELEASE}\`. */
const config: BundleConfig = {
${entries.join('')}${names.length === 0 ? '' : `  installModes: [${names.join(', ')}],\n`}};

export default config;
`;
}

/** Returns what a project of kubebuilder or operator-sdk tells. */
function ofProject(folder: string): BundleConfig {
  const file = join(folder, 'PROJECT');
  if (!existsSync(file)) {
    return {};
  }
  const bases = join(folder, 'config', 'manifests', 'bases');
  const [base] = existsSync(bases) ? readdirSync(bases).filter((name) => name.endsWith('.clusterserviceversion.yaml')).sort() : [];
  return defined({ packageName: stringField(document(file), 'projectName'), base: base === undefined ? undefined : join(bases, base) });
}

/** Returns what a Helm chart tells. */
function ofChart(folder: string): BundleConfig {
  const file = join(folder, 'Chart.yaml');
  if (!existsSync(file)) {
    return {};
  }
  const chart = document(file);
  const home = stringField(chart, 'home');
  const people = mapListField(chart, 'maintainers').flatMap((one) => {
    const [name, email] = [stringField(one, 'name'), stringField(one, 'email')];
    return name === undefined || email === undefined ? [] : [{ name, email }];
  });
  const links = [...(home === undefined ? [] : [{ name: 'Home', url: home }]), ...stringListField(chart, 'sources').map((url) => ({ name: 'Source', url }))];
  const keywords = stringListField(chart, 'keywords');
  const readme = join(folder, 'README.md');
  return defined({
    packageName: stringField(chart, 'name'),
    ...(existsSync(readme) ? { descriptionFile: readme } : { description: stringField(chart, 'description') }),
    keywords: keywords.length === 0 ? undefined : keywords,
    maintainers: people.length === 0 ? undefined : people,
    links: links.length === 0 ? undefined : links,
    minKubeVersion: lowestVersion(stringField(chart, 'kubeVersion') ?? ''),
    capabilities: stringField(mapField(chart, 'annotations'), 'artifacthub.io/operatorCapabilities'),
  });
}

/** Returns the lowest version of a range that has one, such as `>=1.28.0-0`. */
function lowestVersion(range: string): string | undefined {
  const [, major, minor, patch = '0'] = range.includes('||') ? [] : /(?:^|[ ,])>= *v?(\d+)\.(\d+)(?:\.(\d+))?/.exec(range) ?? [];
  return major === undefined ? undefined : `${major}.${minor!}.${patch}`;
}

/** Returns what manifests tell: the proposed install modes, the image of the operator, and its namespace. */
function configOf(source: ManifestSource, packageName: string, base: string | undefined): BundleConfig {
  const { csv, installModes } = Bundle.fromManifests(source, { packageName, version: ANY_VERSION, ...defined({ base }) });
  const [container] = mapListField(mapField(mapField(csv.deployments[0]!.spec, 'template'), 'spec'), 'containers');
  return defined({ installModes: [...installModes], containerImage: csv.annotations['containerImage'] ?? stringField(container, 'image') });
}

function document(file: string): unknown {
  const [first] = [...readStream(textOf(readFileSync(file), file), { maxDepth: 100, maxNodes: 100_000, target: 'any' })];
  return first?.value;
}

/** Returns a configuration with paths relative to the folder of its file. */
function withPathsTo(folder: string, config: BundleConfig): BundleConfig {
  const to = (path: string): string => relative(resolve(folder), resolve(path)).replaceAll('\\', '/') || '.';
  const { manifests, base, descriptionFile, ...others } = config;
  return defined({
    ...others, manifests: manifests === undefined ? undefined : to(manifests), base: base === undefined ? undefined : to(base),
    descriptionFile: descriptionFile === undefined ? undefined : to(descriptionFile),
  });
}
