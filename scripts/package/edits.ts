import { decode, encode } from '@jridgewell/sourcemap-codec';

/** A change of one line of code: the characters from `start` to `end` are replaced. Neither they nor the text contain a line break. */
export interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** Returns code with all edits made, which may not overlap. Edits at the same position are made in their order. */
export function edited(code: string, edits: readonly Edit[]): string {
  let position = 0;
  const parts = sorted(edits).flatMap(({ start, end, text }) => {
    const kept = code.slice(position, start);
    position = end;
    return [kept, text];
  });
  return [...parts, code.slice(position)].join('');
}

/** Returns the source map of edited code: what follows an edit in its line has moved. */
export function editedMap(map: string, code: string, edits: readonly Edit[]): string {
  const starts = lineStarts(code);
  const parsed = JSON.parse(map) as { readonly mappings: string };
  const lines = decode(parsed.mappings);
  const pending = sorted(edits);
  lines.forEach((segments, line) => {
    const end = starts[line + 1] ?? Infinity;
    const moves: Edit[] = [];
    while (pending[0] !== undefined && pending[0].start < end) {
      moves.push(pending.shift()!);
    }
    for (const segment of segments) {
      segment[0] = movedColumn(segment[0], starts[line]!, moves);
    }
  });
  return JSON.stringify({ ...parsed, mappings: encode(lines) });
}

/** Returns the column that one has after the edits of its line. One in replaced code moves to the start of what replaces it. */
function movedColumn(column: number, lineStart: number, edits: readonly Edit[]): number {
  const position = lineStart + column;
  return edits.reduce((moved, { start, end, text }) => {
    if (position < start || (position === start && end > start)) {
      return moved;
    }
    return moved + (position >= end ? text.length - (end - start) : start - position);
  }, column);
}

function sorted(edits: readonly Edit[]): Edit[] {
  return [...edits].sort((a, b) => a.start - b.start);
}

function lineStarts(code: string): number[] {
  return [0, ...Array.from(code.matchAll(/\n/g), ({ index }) => index + 1)];
}
