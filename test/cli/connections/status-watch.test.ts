import { ExitCode, Interruption } from '../../../lib/cli/frame/cli-error';
import { run } from '../../../lib/cli/frame/run';
import { COMMANDS } from '../../../lib/cli/commands';
import { programText } from '../../../lib/cli/frame/program-text';
import { Terminal } from '../../../lib/cli/frame/terminal';
import { emptyCluster, FaultServer } from './fault-server';

let server: FaultServer;
let ending: AbortController;

beforeEach(async () => {
  server = await FaultServer.start(emptyCluster);
  ending = new AbortController();
});

afterEach(() => server.close());

/** Output of `status --watch` so far, and its end. */
interface Watched {
  readonly text: () => string;
  readonly end: () => Promise<ExitCode>;

  /** Waits until a string is printed after a position. */
  readonly printed: (content: string, from?: number) => Promise<void>;
}

function watchStatus(columns?: number): Watched {
  let written = '';
  const terminal = new Terminal({ isTTY: columns !== undefined, columns, write: (content) => written += content }, { NO_COLOR: '1' });
  const exit = run(['status', '--watch', '-A', '--kubeconfig', server.kubeconfig()], {
    stdout: terminal, stderr: terminal, readStdin: () => Promise.resolve(Buffer.of()), signal: ending.signal, env: {}, now: Date.now,
    endsSoon: () => undefined,
  }, programText(), COMMANDS);
  return {
    text: () => written,
    end: () => {
      ending.abort(new Interruption(ExitCode.INTERRUPTED));
      return exit;
    },
    printed: async (content, from = 0) => {
      for (let tries = 0; !written.slice(from).includes(content); tries++) {
        if (tries > 1_500) {
          throw new Error(`not printed: ${content}, but:\n${written}`);
        }
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    },
  };
}

const LOST = 'the connection is lost, so this is the last known state: ';

describe.each<[string, number | undefined]>([['lines', undefined], ['a table', 80]])('status --watch as %s', (_, columns) => {
  it('prints what an empty cluster is', async () => {
    const watched = watchStatus(columns);
    await watched.printed('no OLM is installed; install it');
    expect(await watched.end()).toBe(ExitCode.INTERRUPTED);
  });

  it('prints when the connection is lost', async () => {
    const watched = watchStatus(columns);
    await watched.printed('no OLM is installed');
    server.fault = (__, response) => response.destroy();
    server.disconnect();
    await watched.printed(LOST);
    const at = watched.text().length;
    server.fault = emptyCluster;
    await watched.printed(columns === undefined ? 'the connection is back\n' : 'no OLM is installed', at);
    if (columns !== undefined) {
      const frames = (): string[] => watched.text().split('\u001b[H');
      for (let tries = 0; tries < 1_500 && frames().at(-1)!.includes(LOST); tries++) {
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
      expect(frames().at(-1)).not.toContain(LOST);
    }
    await watched.end();
    expect(watched.text().match(new RegExp(LOST, 'g'))!.length).toBeLessThanOrEqual(columns === undefined ? 1 : 30);
  });
});

it('status --watch does not report watches that the server ends from time to time', async () => {
  const watched = watchStatus();
  await watched.printed('no OLM is installed');
  server.disconnect();
  await new Promise((resolve) => setTimeout(resolve, 4_000));
  await watched.end();
  expect(watched.text()).not.toContain('connection');
});
