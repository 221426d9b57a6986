import { ClientError } from '../../cluster/client/client-error';
import { checkExplainable, Explainer, type SubjectOptions } from '../../cluster/explain';
import type { ChainLink, LinkMark } from '../../cluster/inspection/explain/chain-link';
import type { ObjectExplanation } from '../../cluster/inspection/explain/explain';
import { MissingObjectError } from '../../cluster/inspection/source/object-source';
import { UnknownObjectError } from '../../cluster/operations/referenced-object';
import { isSharedWithNext } from '../../cluster/waiting/explain/explanation';
import { formatDuration } from '../../cluster/waiting/explain/formatting';
import { defined } from '../../formats/json/defined';
import { NO_BREAK_SPACE, tableLines } from '../../text/text-table';
import { CliError, ExitCode, UsageError, worstOf } from '../frame/cli-error';
import { defineCommand } from '../frame/command';
import { openSource, sourceOptions } from '../frame/inspected-source';
import { outputFormat, text } from '../frame/option';
import type { Style, Terminal } from '../frame/terminal';
import { writeResult } from '../frame/write-result';
import { eachInput } from '../offline/inputs';
import { exitCodeOf, exitCodeOfRead, notDumpedLines, portable, STYLES } from './output';

/** The object to explain is in a single namespace. */
const { allNamespaces: _, ...ofOneNamespace } = sourceOptions;

/** Explains why an object is in its state. */
export const explainCommand = defineCommand({
  description: 'Explains why something is not ready: prints the chain of objects from the request down to the pods, where it broke, and the causes with '
    + 'remedies, the most likely first. Kinds: subscription, csv, installplan, catalogsource, operatorgroup, namespace (one that is stuck in deletion), '
    + 'operator, operatorcondition, olmconfig, packagemanifest, clusterextension, clusterextensionrevision, clusterobjectset, clustercatalog, bundledeployment, '
    + 'bundleinstance and bundle of RukPak, and deployment (of an operator that runs without OLM), with the names that kubectl takes; and olm for OLM itself. '
    + 'The command changes nothing.\n\n'
    + 'Exit codes: 0 if it is healthy, 3 if it is progressing, 1 if it failed, does not exist, or runs without getting upgrades (degraded); that of the worst of several.',
  operands: [{ name: 'KIND/NAME', description: 'what to explain, such as subscription/shop, csv/shop.v1.2.0 or olm', several: true, completes: 'explainable' }],
  options: {
    expect: text('VERSION', 'what should be installed: the ClusterServiceVersion of a Subscription, or the version of a ClusterExtension'),
    output: outputFormat(['text', 'json', 'yaml'], 'text', 'format of the output'),
    ...ofOneNamespace,
  },
  examples: [
    { description: 'Why an operator is not ready', command: 'olm-constructs explain subscription/shop -n shop' },
    { description: 'Why a Namespace is not deleted', command: 'olm-constructs explain namespace/shop' },
    { description: 'On a dump of a cluster, without access to it', command: 'olm-constructs explain subscription/shop --from must-gather/' },
  ],
  run: async (context, { operands, options }) => {
    operands.forEach(check);
    const { cluster, namespace, now, isIncomplete } = await openSource({ ...options, allNamespaces: false }, context);
    const { stdout, signal } = context;
    const { expect: expected, output } = options;
    const isData = output === 'json' || output === 'yaml';
    const explainer = Explainer.of(cluster, { now, signal });
    const subject = defined({ namespace, expected });
    const { results, errors, exitCode } = await eachInput(operands, context, (operand) => explained(explainer, operand, subject), {
      areListed: isData, concernsAll: (error) => error instanceof ClientError,
    });
    const explanations = results.map(({ value }) => value);
    if (isData) {
      writeResult(stdout, output, 'ObjectExplanationList', portable({ items: explanations, errors }));
    } else {
      explanations.flatMap((found, index) => [...(index === 0 ? [] : ['']), ...explanationText(found, stdout, now)])
        .forEach((line) => stdout.line(line));
    }
    return exitCodeOfRead(worstOf([exitCodeOf(explanations.map(({ verdict }) => verdict)), exitCode]), isIncomplete);
  },
});

function check(reference: string): void {
  try {
    checkExplainable(reference);
  } catch (error) {
    throw error instanceof UnknownObjectError ? new UsageError(error.message) : error;
  }
}

async function explained(explainer: Explainer, reference: string, options: SubjectOptions): Promise<ObjectExplanation> {
  try {
    const found = await explainer.explain(reference, options);
    return found;
  } catch (error) {
    throw error instanceof MissingObjectError ? new CliError(error.message, ExitCode.FINDINGS)
      : error instanceof UnknownObjectError ? new CliError(error.message, ExitCode.USAGE) : error;
  }
}

/** Minimum width of the column of states, in characters. On a narrower terminal, each state is below its object. */
const MIN_STATE_WIDTH = 20;

/** Indentation of a state below its object. */
const STATE_INDENT = 4;

/** Mark of the object at which the chain broke. */
const BROKEN = '  <- here';

const MARKS: { readonly [mark in LinkMark]: { readonly sign: string; readonly style: Style } } = {
  ok: { sign: '✓', style: 'green' }, waiting: { sign: '…', style: 'yellow' }, failed: { sign: '✗', style: 'red' },
  unknown: { sign: '?', style: 'yellow' },
};

/** Returns the lines of an explanation: the verdict, the chain of objects, the causes with their remedies, and the notes. */
export function explanationText(explained: ObjectExplanation, terminal: Terminal, now: number): string[] {
  const { object, verdict, phase, waitingFor, since, causes, chain, brokenAt, reports, notes, notDumped } = explained;
  const width = terminal.proseWidth;
  const isRunning = verdict === 'healthy' || verdict === 'degraded';
  const duration = since === undefined || isRunning ? '' : ` for ${formatDuration(now - since)}`;
  const state = isRunning ? '' : `, ${phase}${duration}`;
  const waiting = isRunning || waitingFor === undefined ? [] : tableLines([[`waiting for ${waitingFor}`]], 0, width);
  return [
    `${terminal.styled('bold', object)}: ${terminal.styled(STYLES[verdict], verdict)}${state}`,
    ...waiting, '',
    ...chainLines(chain, brokenAt, terminal),
    ...(reports.length === 0 ? [] : ['', ...reports.flatMap((report) => tableLines([[report]], 0, width))]),
    ...(causes.length === 0 ? [] : ['', terminal.styled('bold', causes.length === 1 ? 'Cause:' : 'Causes, most likely first:')]),
    ...causes.flatMap(({ message, remedy, link }, index) => (
      tableLines([[`${index + 1}.`, message], ...(isSharedWithNext(causes, index) ? [] : [['', `remedy: ${remedy}`], ['', `see: ${link}`]])], 2, width)
    )),
    ...(notes.length === 0 ? [] : ['', ...notes.flatMap((note) => tableLines([[`note: ${note}`]], 0, width))]),
    ...(notDumped === undefined ? [] : ['', ...notDumpedLines(notDumped, terminal)]),
  ];
}

/** A line of the chain before its columns are aligned. */
interface ChainLine {
  readonly branches: string;
  readonly link: ChainLink;
}

function chainLines(chain: ChainLink, brokenAt: string | undefined, terminal: Terminal): string[] {
  const [, namespace] = /^\S+ ([^/]+)\//.exec(chain.object) ?? [];
  // The namespace of the first object is not repeated for the others.
  const nameOf = ({ object }: ChainLink): string => (object === chain.object ? object : object.replace(` ${namespace ?? ''}/`, ' '));
  const lines = flattened(chain, '', '');
  const widest = lines.reduce((most, { branches, link }) => Math.max(most, branches.length + nameOf(link).length), 0);
  // Width of everything before the state in a line.
  const indent = widest + 4;
  return lines.flatMap(({ branches, link }) => {
    const { object, state, mark } = link;
    const { sign, style } = MARKS[mark];
    const gap = ' '.repeat(widest - branches.length - nameOf(link).length + 2);
    const broken = object === brokenAt && lines.length > 1 ? BROKEN : '';
    if (terminal.proseWidth - indent < MIN_STATE_WIDTH) {
      const below = branches.length + STATE_INDENT;
      return [`${branches}${terminal.styled(style, sign)} ${nameOf(link)}${broken}`, ...tableLines([[state]], below, terminal.proseWidth)];
    }
    const [first = '', ...others] = tableLines([[`${state}${broken.replaceAll(' ', NO_BREAK_SPACE)}`]], 0, terminal.proseWidth - indent)
      .map((line) => broken !== '' && line.endsWith(broken) ? `${line.slice(0, line.length - broken.length)}${terminal.styled('bold', broken)}` : line);
    return [`${branches}${terminal.styled(style, sign)} ${nameOf(link)}${gap}${first}`, ...others.map((line) => `${' '.repeat(indent)}${line}`)];
  });
}

function flattened(link: ChainLink, branches: string, below: string): ChainLine[] {
  return [{ branches, link }, ...link.links.flatMap((next, index) => {
    const isLast = index === link.links.length - 1;
    return flattened(next, `${below}${isLast ? '└ ' : '├ '}`, `${below}${isLast ? '  ' : '│ '}`);
  })];
}
