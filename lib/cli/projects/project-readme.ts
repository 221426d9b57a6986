import { markdownCodeSpan } from '../../text/markdown';
import type { CiService, ProjectOperator, ProjectRequest } from './project-request';

/** Tool of a project. */
export type ProjectTool = 'cdk8s' | 'pulumi';

/** Returns the README of a project. */
export function projectReadme({ name, operator, ci }: ProjectRequest, tool: ProjectTool): string {
  const parts = [
    `# ${name}`,
    `${tool === 'cdk8s' ? 'A cdk8s app' : 'A Pulumi program'} that installs the Operator Lifecycle Manager (OLM) and the operator ${markdownCodeSpan(operator.package)}${
      operator.kind === 'package' ? ' of OperatorHub.io' : ''} with olm-constructs.`,
    '## Install',
    block(installing(operator, tool)),
    tool === 'cdk8s'
      ? '`npm run synth` writes the manifests into `dist`. `npm run deploy` applies them with kubectl to the cluster of its current context, and waits until the operator\n'
        + 'runs; if it does not, it prints why.'
      : '`pulumi up` waits until the operator runs; if it does not, it prints why.',
    ...(operator.kind === 'bundle' && operator.isSample ? [SAMPLE] : []),
    '## Test',
    block(['npm test']),
    ...(operator.kind === 'package' ? [updating(ci)] : []),
    '## Remove',
    tool === 'cdk8s'
      ? `${block(['npx olm-constructs remove -f dist --operands delete'])}\n\n\`--operands delete\` also deletes the custom resources of the operator; add \`--dry-run\` to see`
        + ' what would be removed.'
      : block(['pulumi destroy']),
  ];
  return `${parts.join('\n\n')}\n`;
}

const SAMPLE = `## See that the operator works

${block(['kubectl apply -f greeting.yaml', 'kubectl get greetings -n hello-operator', 'kubectl get configmap first-greeting -n hello-operator -o yaml'])}

The operator writes the greeting into a ConfigMap and into the status. \`bundle\` is its bundle: replace it with your own.`;

/** Returns the commands that install the operator of a new project. */
export function installing(operator: ProjectOperator, tool: ProjectTool): readonly string[] {
  return [
    'npm install',
    ...(operator.kind === 'package' ? ['npm run update'] : []),
    ...(tool === 'cdk8s' ? ['npm run synth', 'npm run deploy'] : ['pulumi stack init dev', 'pulumi up']),
  ];
}

function updating(ci: CiService): string {
  const where = ci === 'github'
    ? '`.github/workflows/update-operators.yaml` does the same every weekday, and opens a pull request'
    : '`.gitlab/update-operators.yml` does the same in a scheduled pipeline, and opens a merge request';
  return `## Update

${block(['npm run update'])}

It reads the catalog of OperatorHub.io into \`catalog\`, and moves \`olm.lock.yaml\` to the newest versions. Commit both.
${where} with the plan of the upgrade.`;
}

function block(lines: readonly string[]): string {
  return `\`\`\`sh\n${lines.join('\n')}\n\`\`\``;
}
