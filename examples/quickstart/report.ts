import { join } from 'node:path';
import Table from 'cli-table3';
import { EngineName, NEEDS } from './engines';
import type { Written, WrittenFile } from './output';

/** Returns the report: a row for each file, what slimming removed, and the commands that push the images and apply the files. */
export function report(folder: string, written: Written, engine: EngineName, push: readonly string[] = []): string {
  const table = new Table({
    head: ['FILE', 'OBJECTS', 'WHAT'],
    chars: {
      'top': '', 'top-mid': '', 'top-left': '', 'top-right': '', 'bottom': '', 'bottom-mid': '', 'bottom-left': '', 'bottom-right': '',
      'left': '', 'left-mid': '', 'mid': '', 'mid-mid': '', 'right': '', 'right-mid': '', 'middle': '  ',
    },
    style: { 'head': [], 'border': [], 'padding-left': 0, 'padding-right': 0 },
    wordWrap: true,
    colWidths: [null, null, 70],
  });
  for (const file of written.files) {
    table.push([join(folder, file.name), file.kinds.length, countedKinds(file)]);
  }
  const { operator } = written;
  const { bundle, namespace } = operator;
  const isOlmV0 = engine === 'olm-v0';
  return [
    `${isOlmV0 ? 'OLM and ' : ''}${bundle.name} (package ${bundle.package}), which runs in namespace ${namespace}:`,
    '',
    ...table.toString().split('\n').map(line => line.trimEnd()),
    ...(isOlmV0 ? operator.olmV0.registry.removed : []).map(what => `\n${what}`),
    '',
    ...(NEEDS[engine] === '' ? [] : [NEEDS[engine], '']),
    ...(push.length === 0 ? [] : ['Push the images:', '', ...push.map(command => `  ${command}`), '']),
    'Apply them:',
    '',
    `  ${applyCommand(written.files.map(file => join(folder, file.name)))}`,
    '',
  ].join('\n');
}

/** Returns each kind with the number of its objects. */
function countedKinds(file: WrittenFile): string {
  const counts = new Map<string, number>();
  for (const kind of file.kinds) {
    counts.set(kind, (counts.get(kind) ?? 0) + 1);
  }
  return [...counts].map(([kind, count]) => count === 1 ? kind : `${count} ${kind}`).join(', ');
}

/** Returns the command. kubectl cannot apply custom resources before their CRDs are established. */
function applyCommand([crds, ...others]: string[]): string {
  return others.length === 0 ? `kubectl apply -f ${crds}` : [
    `kubectl apply -f ${crds}`,
    `kubectl wait --for=condition=Established --timeout=60s -f ${crds}`,
    `kubectl apply ${others.map(file => `-f ${file}`).join(' ')}`,
  ].join(' && ');
}
