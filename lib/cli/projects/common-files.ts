import { ciFiles, updateFiles } from './ci-files';
import { SAMPLE_BUNDLE } from './generated/sample-bundle';
import type { ProjectFiles, ProjectRequest } from './project-request';
import { projectReadme, type ProjectTool } from './project-readme';

/** The custom resource with which the operator of the quick start shows that it works. */
const GREETING = `apiVersion: hello.example.com/v1alpha1
kind: Greeting
metadata:
  name: first
  namespace: hello-operator
spec:
  whom: world
`;

/** What the common files need to know of a tool. */
export interface ToolFiles {
  readonly tool: ProjectTool;

  /** Commands of CI besides the test. */
  readonly check: readonly string[];
}

/** Returns the files that projects of every tool have. */
export function commonFiles(request: ProjectRequest, { tool, check }: ToolFiles): ProjectFiles {
  const { operator } = request;
  return {
    ...(operator.kind === 'bundle' && operator.isSample ? {
      ...Object.fromEntries(Object.entries(SAMPLE_BUNDLE).map(([path, content]) => [`${operator.path}/${path}`, content])),
      'greeting.yaml': GREETING,
    } : {}),
    'README.md': projectReadme(request, tool),
    ...ciFiles(request.ci, check, operator.kind === 'package'),
    ...(operator.kind === 'package' ? updateFiles(request.ci) : {}),
  };
}
