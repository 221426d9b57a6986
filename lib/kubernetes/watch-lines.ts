import { StringDecoder } from 'node:string_decoder';
import { ConnectionError } from './client-error';
import type { Answer } from './transport';

/** A line that is longer holds no object that etcd could keep, in characters. */
const LONGEST_LINE = 32 * 1024 * 1024;

/** The next line; undefined at the end. A connection that breaks is a fault of the watch, and what the sink throws is not. */
export async function nextOf(
  lines: AsyncGenerator<string>, signal: AbortSignal,
): Promise<{ readonly line: string | undefined } | { readonly fault: Error }> {
  try {
    const next = await lines.next();
    signal.throwIfAborted();
    return { line: next.done === true ? undefined : next.value };
  } catch (error) {
    signal.throwIfAborted();
    return { fault: error instanceof ConnectionError ? error : new ConnectionError('the connection of a watch broke') };
  }
}

/** The lines of a watch, each an event. One that was cut off is left out: its event comes again. */
export async function* linesOf(answer: Answer, silence: number): AsyncGenerator<string> {
  const decoder = new StringDecoder('utf8');
  const timer = setTimeout(answer.end, silence);
  let begun: string[] = [];
  let length = 0;
  try {
    for await (const chunk of answer.body) {
      timer.refresh();
      const [rest, ...more] = decoder.write(chunk).split('\n');
      begun.push(rest!);
      length += rest!.length;
      if (length > LONGEST_LINE) {
        throw new ConnectionError('a watch gave an event without an end');
      }
      for (const part of more) {
        yield begun.join('');
        begun = [part];
        length = part.length;
      }
    }
  } finally {
    clearTimeout(timer);
  }
}
