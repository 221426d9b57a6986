import { STYLES } from './verdict-words';
import type { Style, Terminal } from '../frame/terminal';
import type { ChainLink, LinkMark } from '../../cluster/inspection/chain/chain-link';
import type { ObjectExplanation } from '../../cluster/inspection/explain/explain';
import { NO_BREAK_SPACE, tableLines } from '../../text/text-table';
import { formatDuration } from '../../cluster/waiting/explain/formatting';

/** Minimum width of the column of states, in characters. */
const MIN_STATE_WIDTH = 20;

/** Mark of the object at which the chain broke. */
const BROKEN = '  <- here';

const MARKS: { readonly [mark in LinkMark]: { readonly sign: string; readonly style: Style } } = {
  ok: { sign: '✓', style: 'green' }, waiting: { sign: '…', style: 'yellow' }, failed: { sign: '✗', style: 'red' },
};

/** Returns the lines of an explanation: the verdict, the chain of objects, the causes with their remedies, and the notes. */
export function explanationText(explained: ObjectExplanation, terminal: Terminal, now: number): string[] {
  const { object, verdict, phase, waitingFor, since, causes, chain, brokenAt, notes } = explained;
  const width = terminal.proseWidth;
  const duration = since === undefined || verdict === 'healthy' ? '' : ` for ${formatDuration(now - since)}`;
  const state = verdict === 'healthy' ? '' : `, ${phase}${duration}`;
  const waiting = verdict === 'healthy' || waitingFor === undefined ? [] : tableLines([[`waiting for ${waitingFor}`]], 0, width);
  return [
    `${terminal.styled('bold', object)}: ${terminal.styled(STYLES[verdict], verdict)}${state}`,
    ...waiting, '',
    ...chainLines(chain, brokenAt, terminal),
    ...(causes.length === 0 ? [] : ['', terminal.styled('bold', causes.length === 1 ? 'Cause:' : 'Causes, most likely first:')]),
    ...causes.flatMap(({ message, remedy }, index) => {
      // Consecutive causes with the same remedy share it.
      const isShared = causes[index + 1]?.remedy === remedy;
      return tableLines([[`${index + 1}.`, message], ...(isShared ? [] : [['', `remedy: ${remedy}`]])], 2, width);
    }),
    ...(notes.length === 0 ? [] : ['', ...notes.flatMap((note) => tableLines([[`note: ${note}`]], 0, width))]),
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
    const [first = '', ...others] = tableLines([[`${state}${broken.replaceAll(' ', NO_BREAK_SPACE)}`]], 0, Math.max(MIN_STATE_WIDTH, terminal.proseWidth - indent))
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
