import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { Bundle } from '../../bundle/bundle';
import { CliError } from '../frame/cli-error';
import { defineCommand } from '../frame/command';
import { ExitCode } from '../frame/exit-code';
import { choice, text } from '../frame/option';
import { packageVersion } from '../frame/package-version';
import { cdk8sProject, type ProjectRequest, pulumiProject } from './init-templates';
import { isFolder } from './inputs';

/** `olm-constructs init` */
export const initCommand = defineCommand({
  description: 'Creates a project in TypeScript that installs OLM and, with --bundle, an operator: a cdk8s app, or a Pulumi program.',
  operands: [{ name: 'DIR', description: 'folder of the project, which must be empty or missing' }],
  options: {
    with: choice('TOOL', ['cdk8s', 'pulumi'], 'cdk8s', 'tool of the project'),
    bundle: text('PATH', 'folder or archive of a bundle to install; the project refers to it by its relative path'),
  },
  examples: [
    { description: 'A cdk8s app for an operator', command: 'olm-constructs init project --bundle bundle' },
    { description: 'A Pulumi program', command: 'olm-constructs init program --with pulumi' },
  ],
  run: ({ stdout }, { operands: [folder = ''], options: { with: tool, bundle } }) => {
    if (existsSync(folder) && (!isFolder(folder) || readdirSync(folder).length > 0)) {
      throw new CliError(`${folder}: the folder is not empty; choose another one`);
    }
    const request: ProjectRequest = {
      name: basename(resolve(folder)).toLowerCase().replace(/[^a-z0-9-]+/g, '-').replace(/^-+|-+$/g, '') || 'operators',
      version: packageVersion(),
      bundle: bundle === undefined ? undefined : { package: Bundle.fromPath(bundle).packageName, path: pathFrom(folder, bundle) },
    };
    const files = tool === 'cdk8s' ? cdk8sProject(request) : pulumiProject(request);
    for (const [name, content] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, name)), { recursive: true });
      writeFileSync(join(folder, name), content);
      stdout.line(join(folder, name));
    }
    const commands = tool === 'cdk8s' ? 'npm install && npm run synth' : 'npm install && pulumi stack init dev && pulumi up';
    stdout.line(`\nNext:\n\n  cd ${folder} && ${commands}`);
    return ExitCode.SUCCESS;
  },
});

function pathFrom(folder: string, path: string): string {
  return relative(resolve(folder), resolve(path)).replaceAll('\\', '/');
}
