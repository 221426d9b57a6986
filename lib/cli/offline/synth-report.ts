import { join } from 'node:path';
import { NO_BREAK_SPACE, tableLines } from '../../text/text-table';
import { tableText } from '../frame/table';
import type { Terminal } from '../frame/terminal';
import { type EngineName, NEEDS } from './synth-engine';
import type { Written, WrittenFile } from './synth-output';

/** Subject of the report. */
export interface ReportSubject {
  readonly folder: string;
  readonly engine: EngineName;

  /** Whether the files install OLM. */
  readonly withOlm: boolean;

  /** Commands that push the images. */
  readonly push: readonly string[];
}

/** Returns the report: a row for each file, what slimming removed, and the commands that push the images and apply the files. */
export function synthReport(terminal: Terminal, written: Written, { folder, engine, withOlm, push }: ReportSubject): string {
  const rows = written.files.map((file) => [join(folder, file.name), String(file.kinds.length), countedKinds(file)]);
  const [first, ...others] = written.operators.map(({ bundle, namespace }) => (
    `${bundle.name} (package ${bundle.packageName}), which runs in namespace ${namespace}`
  ));
  return [
    ...tableLines([`${withOlm ? 'OLM and ' : ''}${first ?? ''}`, ...others].map((line, index) => [`${line}${index < others.length ? ';' : ':'}`]), 0, terminal.proseWidth),
    '',
    ...tableText(terminal, ['FILE', 'OBJECTS', 'WHAT'], rows),
    ...(engine === 'olm-v0' ? written.operators.flatMap((operator) => operator.olmV0.registry.removed) : []).map((what) => `\n${what}`),
    '',
    ...(NEEDS[engine] === '' ? [] : [NEEDS[engine], '']),
    ...(push.length === 0 ? [] : ['Push the images:', '', ...push.map((command) => `  ${command}`), '']),
    'Apply them:',
    '',
    `  ${applyCommand(written.files.map((file) => join(folder, file.name)))}`,
    '',
  ].join('\n');
}

/** Returns each kind with the number of its objects. */
function countedKinds(file: WrittenFile): string {
  const counts = new Map<string, number>();
  for (const kind of file.kinds) {
    counts.set(kind, (counts.get(kind) ?? 0) + 1);
  }
  return [...counts].map(([kind, count]) => count === 1 ? kind : `${count}${NO_BREAK_SPACE}${kind}`).join(', ');
}

/** Returns the command that applies the files. kubectl cannot apply custom resources before their CRDs are established. */
function applyCommand([crds = '', ...others]: readonly string[]): string {
  return others.length === 0 ? `kubectl apply -f ${crds}` : [
    `kubectl apply -f ${crds}`,
    `kubectl wait --for=condition=Established --timeout=60s -f ${crds}`,
    `kubectl apply ${others.map((file) => `-f ${file}`).join(' ')}`,
  ].join(' && ');
}
