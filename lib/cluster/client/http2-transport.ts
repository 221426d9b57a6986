import * as http2 from 'node:http2';
import type { TLSSocket } from 'node:tls';
import { ConnectionError } from './client-error';
import { SharedTask } from './shared-task';
import type { ClientTimeouts, Request, Response, Transport } from './transport';

/** Maximum number of concurrent streams on one connection, if the server does not set a lower limit. */
const MAX_STREAMS = 100;

/** Maximum number of retries of a request because the server refused its stream, in which case the server has not processed the request. */
const MAX_REFUSALS = 5;

/** Flow control windows, in bytes: with the default of 64 KiB, a long list would wait for each window update. */
const WINDOW = { connection: 4 * 1024 * 1024, stream: 256 * 1024 };

/** Transport by HTTP/2, with unlimited requests and watches over as few connections as the server's stream limit allows. */
export class Http2Transport implements Transport {
  readonly #server: string;
  readonly #timeouts: ClientTimeouts;
  readonly #opening: SharedTask<void>;
  #sessions: Session[] = [];

  /**
   * @param open opens an HTTP/2 connection
   * @param first first connection, already open
   * @param server URL of the API server
   */
  public constructor(open: (signal: AbortSignal) => Promise<TLSSocket>, first: TLSSocket, server: string, timeouts: ClientTimeouts) {
    this.#server = server;
    this.#timeouts = timeouts;
    this.#opening = new SharedTask(async (signal) => this.#add(await open(signal)));
    this.#add(first);
  }

  public async send(request: Request): Promise<Response> {
    for (let refusals = 0; ;) {
      const session = this.#sessions.find((candidate) => candidate.hasCapacity);
      if (session === undefined) {
        // Many requests may wait for one new connection, which may not have streams for all of them.
        await this.#opening.wait(request.signal);
        continue;
      }
      try {
        return await session.send(request);
      } catch (error) {
        // A connection may have been used before the server's lower limit of streams was known.
        if (!(error instanceof RefusedStreamError) || ++refusals > MAX_REFUSALS) {
          throw error;
        }
      }
    }
  }

  public retire(): void {
    for (const session of this.#sessions) {
      session.retire();
    }
  }

  public close(): void {
    for (const session of this.#sessions) {
      session.close();
    }
  }

  public get connections(): number {
    return this.#sessions.length;
  }

  #add(socket: TLSSocket): void {
    if (socket.destroyed) {
      throw new ConnectionError(`${this.#server} closed the connection as soon as it was established`);
    }
    const session = new Session(socket, this.#server, this.#timeouts, () => {
      this.#sessions = this.#sessions.filter((other) => other !== session);
    });
    this.#sessions.push(session);
  }
}

/** The server has more streams than it allows, and has not read the request. */
class RefusedStreamError extends ConnectionError {}

/** One HTTP/2 connection. */
class Session {
  readonly #session: http2.ClientHttp2Session;
  readonly #server: string;
  readonly #timeouts: ClientTimeouts;
  #streams = 0;
  #retired = false;
  #pinging = false;

  public constructor(socket: TLSSocket, server: string, timeouts: ClientTimeouts, onEnd: () => void) {
    this.#server = server;
    this.#timeouts = timeouts;
    this.#session = http2.connect(new URL(server).origin, {
      createConnection: () => socket,
      settings: { enablePush: false, initialWindowSize: WINDOW.stream },
    }, (session) => session.setLocalWindowSize(WINDOW.connection));
    this.#session.unref();
    const pings = setInterval(() => this.#ping(), timeouts.pingInterval);
    // A finished waiter must not keep the process alive.
    pings.unref();
    this.#session.once('close', () => {
      clearInterval(pings);
      this.#retired = true;
      onEnd();
    });
    // Requests in progress continue, and the connection is still pinged for them.
    this.#session.once('goaway', () => this.retire());
    // Each stream also receives the error, and its reader reports it.
    this.#session.on('error', () => this.retire());
  }

  public get hasCapacity(): boolean {
    const maxStreams = Math.min(this.#session.remoteSettings.maxConcurrentStreams ?? MAX_STREAMS, MAX_STREAMS);
    return !this.#retired && !this.#session.closed && !this.#session.destroyed && this.#streams < maxStreams;
  }

  public send(request: Request): Promise<Response> {
    return new Promise((resolve, reject) => {
      request.signal.throwIfAborted();
      const stream = this.#session.request({
        ...lowerCaseNames(request.headers),
        ':method': request.method,
        ':path': request.path,
        // Node would end a DELETE before its body, which has the preconditions.
      }, { endStream: request.body === undefined });
      this.#count(1);
      // With the signal option, Node would create an error with a stack trace per stream, which Pulumi's process resolves by source maps: with a
      // dozen watches per waiter, that took longer than everything else up to the verdict.
      const cancel = (): void => {
        stream.close(http2.constants.NGHTTP2_CANCEL);
        stream.destroy();
      };
      request.signal.addEventListener('abort', cancel, { once: true });
      const closed = (): void => reject(new ConnectionError(`${this.#server} closed the connection before it answered`));
      stream.once('close', closed);
      stream.once('close', () => {
        request.signal.removeEventListener('abort', cancel);
        this.#count(-1);
      });
      // This listener is never removed: an error after the headers is also thrown when the body is read.
      stream.on('error', (error: Error) => reject(stream.rstCode === http2.constants.NGHTTP2_REFUSED_STREAM
        ? new RefusedStreamError(`${this.#server} refuses more requests on one connection`) : error));
      stream.once('response', (headers) => {
        let ended = false;
        stream.removeListener('close', closed);
        resolve({
          status: Number(headers[':status']),
          headers: joinedValues(headers),
          body: this.#body(stream, () => ended),
          end: () => {
            ended = true;
            stream.close(http2.constants.NGHTTP2_CANCEL);
          },
        });
      });
      stream.end(request.body);
      if (this.#streams === 1) {
        // An idle connection is not pinged, so it may have been lost unnoticed.
        this.#ping();
      }
    });
  }

  /** Accepts no more requests. */
  public retire(): void {
    this.#retired = true;
    this.#closeWhenIdle();
  }

  public close(): void {
    this.#session.destroy();
  }

  /** Reads the body. Node ends a stream as if it were complete when its connection is lost, so that is checked afterwards. */
  async* #body(stream: http2.ClientHttp2Stream, ended: () => boolean): AsyncGenerator<Buffer> {
    try {
      yield* stream as AsyncIterable<Buffer>;
    } catch (error) {
      if (!ended()) {
        throw error;
      }
    }
    if (!ended() && (stream.aborted || stream.rstCode !== http2.constants.NGHTTP2_NO_ERROR)) {
      throw new ConnectionError(`the response from ${this.#server} was cut off`);
    }
  }

  /** Counts open streams. A connection without streams does not keep the process alive. */
  #count(change: 1 | -1): void {
    this.#streams += change;
    if (this.#session.destroyed) {
      return;
    }
    if (this.#streams === 0) {
      this.#session.unref();
      this.#closeWhenIdle();
    } else {
      this.#session.ref();
    }
  }

  #closeWhenIdle(): void {
    if (this.#retired && this.#streams === 0 && !this.#session.destroyed) {
      this.#session.close();
    }
  }

  #ping(): void {
    if (this.#streams === 0 || this.#session.destroyed || this.#pinging) {
      return;
    }
    this.#pinging = true;
    const timer = setTimeout(() => {
      this.#session.destroy(new ConnectionError(`${this.#server} did not answer a ping within ${this.#timeouts.ping / 1000} s`));
    }, this.#timeouts.ping);
    timer.unref();
    this.#session.ping(() => {
      this.#pinging = false;
      clearTimeout(timer);
    });
  }
}

/** Returns headers with lowercase names, as HTTP/2 requires. */
function lowerCaseNames(headers: Request['headers']): Request['headers'] {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}

/** Returns headers with one value each. */
function joinedValues(headers: http2.IncomingHttpHeaders): Response['headers'] {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => (
    [name, Array.isArray(value) ? value.join(', ') : value?.toString()]
  )));
}
