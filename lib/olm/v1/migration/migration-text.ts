import type { OperatorMigration } from './operator-migration';

/** Returns a migration as text: a section for each operator. */
export function migrationText(operators: readonly OperatorMigration[]): string {
  return operators.map(section).join('\n');
}

function section({ operator, bundle, refusals, steps, losses }: OperatorMigration): string {
  const title = bundle === '' || bundle === operator ? operator : `${operator} (${bundle})`;
  const lines = refusals.length > 0
    ? ['cannot move to OLM v1:', ...refusals.map((refusal) => `- ${refusal}`)]
    : [
      ...steps.flatMap(({ actor, description, commands }, index) => [
        `${index + 1}. [${actor}] ${description}`,
        ...commands.map((command) => `     ${command}`),
      ]),
      'Lost, or different afterwards:',
      ...losses.map((loss) => `- ${loss}`),
    ];
  return [title, ...lines.map((line) => `  ${line}`), ''].join('\n');
}
