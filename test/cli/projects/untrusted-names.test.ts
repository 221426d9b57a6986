import * as ts from 'typescript';
import { cdk8sProject } from '../../../lib/cli/projects/cdk8s-project';
import type { ProjectRequest } from '../../../lib/cli/projects/project-request';
import { pulumiProject } from '../../../lib/cli/projects/pulumi-project';
import { readStream } from '../../../lib/formats/yaml/stream';
import { INJECTIONS } from '../../fuzz/injection';
import { markdownProblems, textProblems } from '../../fuzz/output-problems';

/** Returns what is wrong with code: what is no code, or is hidden from its reader. */
function codeProblems(content: string): string[] {
  const { diagnostics = [] } = ts.transpileModule(content, { reportDiagnostics: true });
  return [...diagnostics.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n')), ...textProblems(content)];
}

/** Checks of each kind of file. */
const CHECKS: { readonly [extension: string]: (content: string) => readonly string[] } = {
  ts: codeProblems,
  json: (content) => typeof JSON.parse(content) === 'object' ? textProblems(content) : ['no object'],
  md: (content) => [...markdownProblems(content), ...textProblems(content)],
  yaml: (content) => [...[...readStream(content, { maxDepth: 50, maxNodes: 10_000 })].length === 1 ? [] : ['several documents'], ...textProblems(content)],
  yml: (content) => [...[...readStream(content, { maxDepth: 50, maxNodes: 10_000 })].length === 1 ? [] : ['several documents'], ...textProblems(content)],
  gitignore: textProblems,
};

/** Files of projects whose names are those of a stranger. */
const REQUESTS = INJECTIONS.flatMap((value) => (['bundle', 'package'] as const).flatMap((kind) => (['github', 'gitlab'] as const).map((ci): ProjectRequest => ({
  name: 'operators', library: '^1.0.0', ci,
  operator: kind === 'package' ? { kind, package: value } : { kind, package: value, path: `../${value}`, isSample: false },
}))));

test.each([['cdk8s', cdk8sProject], ['pulumi', pulumiProject]])('files of a new project with %s have their form, whatever the name of the package', (_, project) => {
  const problems = REQUESTS.flatMap((request) => Object.entries(project(request)).flatMap(([path, content]) => {
    // The scripts in the files for CI are the same in each project.
    const extension = path.slice(path.lastIndexOf('.') + 1);
    return CHECKS[extension]!(content).map((problem) => `${path} with ${JSON.stringify(request.operator.package)}: ${problem}`);
  }));
  expect(problems).toEqual([]);
});
