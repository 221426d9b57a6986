import { StringDecoder } from 'node:string_decoder';
import { ConnectionError } from './client-error';
import type { Response } from './transport';

/** Maximum length of a line, in characters: etcd cannot store an object of that size. */
const MAX_LINE_LENGTH = 32 * 1024 * 1024;

/** Reads the next line, or returns undefined at the end. A lost connection is returned rather than thrown, unlike errors of the sink. */
export async function nextOf(
  lines: AsyncGenerator<string>, signal: AbortSignal,
): Promise<{ readonly line: string | undefined } | { readonly error: Error }> {
  try {
    const next = await lines.next();
    signal.throwIfAborted();
    return { line: next.done === true ? undefined : next.value };
  } catch (error) {
    signal.throwIfAborted();
    return { error: error instanceof ConnectionError ? error : new ConnectionError('the connection of a watch was lost') };
  }
}

/** Yields the lines of a watch, one event each. An incomplete line is dropped: its event is sent again. */
export async function* linesOf(response: Response, silence: number): AsyncGenerator<string> {
  const decoder = new StringDecoder('utf8');
  const timer = setTimeout(response.end, silence);
  let partial: string[] = [];
  let length = 0;
  try {
    for await (const chunk of response.body) {
      timer.refresh();
      const [rest, ...more] = decoder.write(chunk).split('\n');
      partial.push(rest!);
      length += rest!.length;
      if (length > MAX_LINE_LENGTH) {
        throw new ConnectionError('a watch returned an event that is too large');
      }
      for (const part of more) {
        yield partial.join('');
        partial = [part];
        length = part.length;
      }
    }
  } finally {
    clearTimeout(timer);
  }
}
