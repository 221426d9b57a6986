import { existsSync, readdirSync } from 'node:fs';
import { basename, join, relative, resolve } from 'node:path';
import { Bundle } from '../../bundle/bundle';
import { writeFiles } from '../../formats/output/write-files';
import { shell, shellPath } from '../../text/shell';
import { isFolder } from '../../formats/output/make-folders';
import { CliError, ExitCode, UsageError } from '../frame/cli-error';
import { defineCommand } from '../frame/command';
import { choice, text, type Values } from '../frame/option';
import { packageVersion } from '../frame/program-text';
import { cdk8sProject } from '../projects/cdk8s-project';
import { updateFiles } from '../projects/ci-files';
import { installing } from '../projects/project-readme';
import type { CiService, ProjectFiles, ProjectOperator } from '../projects/project-request';
import { pulumiProject } from '../projects/pulumi-project';

const SERVICES = ['github', 'gitlab'] as const;

const options = {
  with: choice('TOOL', ['cdk8s', 'pulumi'], 'cdk8s', 'tool of the project'),
  bundle: text('PATH', 'folder or archive of a bundle to install; the project refers to it by its relative path'),
  package: text('NAME', 'package of OperatorHub.io to install, with its version in a lock file'),
  ci: text('SERVICE', `service that runs the tests, and updates a locked operator by pull requests (${SERVICES.join(', ')}; default: github)`),
  library: text('SOURCE', 'what npm installs olm-constructs from: a version, or the path of a tarball (default: the version of this program)'),
};

/** `olm-constructs init` */
export const initCommand = defineCommand({
  description: 'Creates a project in TypeScript that installs OLM and an operator, with a test, a file for CI and a README: a cdk8s app, or a Pulumi program. Without '
    + '--bundle and --package, the operator is that of the quick start, whose bundle is written into the project.\n\n'
    + 'In a folder that is not empty, --ci adds the file that moves the lock of the app in it, and opens a pull request or merge request with the plan of the '
    + 'upgrade. No file is ever overwritten.',
  operands: [{ name: 'DIR', description: 'folder of the project, which must be empty or missing, unless only --ci is set' }],
  options,
  examples: [
    { description: 'A cdk8s app with the operator of the quick start', command: 'olm-constructs init hello' },
    { description: 'A cdk8s app for your own bundle', command: 'olm-constructs init project --bundle bundle' },
    { description: 'A Pulumi program', command: 'olm-constructs init program --with pulumi' },
    { description: 'An operator of OperatorHub.io, kept up to date in GitLab', command: 'olm-constructs init platform --package keda --ci gitlab' },
    { description: 'Updates by pull requests for the app in this folder', command: 'olm-constructs init . --ci github' },
  ],
  run: ({ stdout }, { operands: [folder = ''], options: values }) => {
    const ci = serviceOf(values.ci);
    const write = (files: ProjectFiles): void => {
      writeFiles(folder, new Map(Object.entries(files)));
      Object.keys(files).forEach((name) => stdout.line(join(folder, name)));
    };
    if (existsSync(folder) && (!isFolder(folder) || readdirSync(folder).length > 0)) {
      write(updatesFor(folder, ci, values));
      stdout.line();
      stdout.line(`Next: commit the file${ci === 'gitlab' ? ', include it in .gitlab-ci.yml,' : ''} and follow the comment at its top`);
      return ExitCode.SUCCESS;
    }
    const request = {
      name: basename(resolve(folder)).toLowerCase().replace(/[^a-z0-9-]+/g, '-').replace(/^-+|-+$/g, '') || 'operators',
      library: libraryOf(folder, values.library),
      operator: operatorOf(folder, values),
      ci: ci ?? 'github',
    };
    write(values.with === 'cdk8s' ? cdk8sProject(request) : pulumiProject(request));
    stdout.write(`\nNext:\n\n  ${[shell`cd ${shellPath(folder)}`, ...installing(request.operator, values.with)].join(' && ')}\n`);
    return ExitCode.SUCCESS;
  },
});

/** @throws UsageError for another service */
function serviceOf(given: string | undefined): CiService | undefined {
  const service = SERVICES.find((one) => one === given);
  if (service === undefined && given !== undefined) {
    throw new UsageError(`--ci must be one of ${SERVICES.join(', ')}, and is '${given}'`);
  }
  return service;
}

/**
 * Returns the file that updates the operators of an existing project.
 *
 * @throws CliError if the folder is no such project, or has the file
 */
function updatesFor(
  folder: string, service: CiService | undefined, { bundle, package: packageName, library }: Values<typeof options>,
): ProjectFiles {
  if (service === undefined || bundle !== undefined || packageName !== undefined || library !== undefined) {
    throw new CliError(`${folder}: the folder is not empty; choose another one${service === undefined ? ', or add only --ci to update the operators of the app in it' : '; only --ci adds to it'}`);
  }
  if (!existsSync(join(folder, 'cdk8s.yaml'))) {
    throw new CliError(`${join(folder, 'cdk8s.yaml')} does not exist; the lock belongs to a cdk8s app: create the file with \`app\`, the command that runs it`);
  }
  const files = updateFiles(service);
  const present = Object.keys(files).find((name) => existsSync(join(folder, name)));
  if (present !== undefined) {
    throw new CliError(`${join(folder, present)} exists; remove it first to write it again`);
  }
  return files;
}

function operatorOf(folder: string, { bundle, package: packageName }: Values<typeof options>): ProjectOperator {
  if (packageName !== undefined) {
    if (bundle !== undefined) {
      throw new UsageError('--bundle and --package are two sources of one operator; omit one of them');
    }
    if (!/^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/.test(packageName)) {
      throw new UsageError(`--package must be the name of a package, of lowercase letters, digits, '-' and '.', and is '${packageName}'`);
    }
    return { kind: 'package', package: packageName };
  }
  return bundle === undefined
    ? { kind: 'bundle', package: 'hello-operator', path: 'bundle', isSample: true }
    : { kind: 'bundle', package: Bundle.fromPath(bundle).packageName, path: pathFrom(folder, bundle), isSample: false };
}

/** Returns the version for package.json; the path of a tarball becomes relative to the project. */
function libraryOf(folder: string, source: string | undefined): string {
  if (source === undefined) {
    return `^${packageVersion()}`;
  }
  return existsSync(source) ? `file:${pathFrom(folder, source)}` : source;
}

function pathFrom(folder: string, path: string): string {
  return relative(resolve(folder), resolve(path)).replaceAll('\\', '/');
}
