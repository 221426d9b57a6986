import * as http2 from 'node:http2';
import type { TLSSocket } from 'node:tls';
import { ConnectionError } from './client-error';
import type { ClientTimes } from './client-times';
import { SharedWork } from './shared-work';
import type { Answer, Request, Transport } from './transport';

/** So many requests go over one connection where the server does not say how many it takes. */
const STREAMS = 100;

/** So much may be under way on a connection, and for one answer, in bytes: a long list then does not wait for each 64 KiB to be taken. */
const WINDOW = { connection: 4 * 1024 * 1024, stream: 256 * 1024 };

/** Sends any number of requests, watches too, over a few connections: one as long as the server takes more on it. */
export class Http2Transport implements Transport {
  readonly #server: string;
  readonly #times: ClientTimes;
  readonly #another: SharedWork<void>;
  #sessions: Session[] = [];

  /**
   * @param open opens a connection that speaks HTTP/2
   * @param first one that is open already
   * @param server the address of the API server
   */
  public constructor(open: (signal: AbortSignal) => Promise<TLSSocket>, first: TLSSocket, server: string, times: ClientTimes) {
    this.#server = server;
    this.#times = times;
    this.#another = new SharedWork(async (signal) => this.#add(await open(signal)));
    this.#add(first);
  }

  public async send(request: Request): Promise<Answer> {
    for (;;) {
      const session = this.#sessions.find((candidate) => candidate.takesMore);
      if (session !== undefined) {
        return session.send(request);
      }
      // Many wait for one connection, which may not have room for all of them.
      await this.#another.wait(request.signal);
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
      throw new ConnectionError(`${this.#server} closed the connection as soon as it stood`);
    }
    const session = new Session(socket, this.#server, this.#times, () => {
      this.#sessions = this.#sessions.filter((other) => other !== session);
    });
    this.#sessions.push(session);
  }
}

/** One connection. */
class Session {
  readonly #session: http2.ClientHttp2Session;
  readonly #server: string;
  readonly #times: ClientTimes;
  #streams = 0;
  #retired = false;
  #pinging = false;

  public constructor(socket: TLSSocket, server: string, times: ClientTimes, onEnd: () => void) {
    this.#server = server;
    this.#times = times;
    this.#session = http2.connect(new URL(server).origin, {
      createConnection: () => socket,
      settings: { enablePush: false, initialWindowSize: WINDOW.stream },
    }, (session) => session.setLocalWindowSize(WINDOW.connection));
    this.#session.unref();
    const pings = setInterval(() => this.#ping(), times.pingEvery);
    // A waiter that is done must not keep the process alive.
    pings.unref();
    this.#session.once('close', () => {
      clearInterval(pings);
      this.#retired = true;
      onEnd();
    });
    // What is under way goes on, and still wants to know whether the connection lives.
    this.#session.once('goaway', () => this.retire());
    // Each stream gets the error too, and its reader tells of it.
    this.#session.on('error', () => this.retire());
  }

  public get takesMore(): boolean {
    const most = Math.min(this.#session.remoteSettings.maxConcurrentStreams ?? STREAMS, STREAMS);
    return !this.#retired && !this.#session.closed && !this.#session.destroyed && this.#streams < most;
  }

  public send(request: Request): Promise<Answer> {
    return new Promise((resolve, reject) => {
      request.signal.throwIfAborted();
      const stream = this.#session.request({
        ...Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name.toLowerCase(), value])),
        ':method': request.method,
        ':path': request.path,
      });
      this.#count(1);
      // Given the signal, Node would make an error of each stream and ask for its stack, which Pulumi's process finds in source maps: with a
      // dozen watches a waiter, that took longer than all else that a verdict takes.
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
      // It stays: an error that comes after the answer is one of the body too, where it is read.
      stream.on('error', reject);
      stream.once('response', (headers) => {
        let ended = false;
        stream.removeListener('close', closed);
        resolve({
          status: Number(headers[':status']),
          headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, Array.isArray(value) ? value.join(', ') : value?.toString()])),
          body: this.#body(stream, () => ended),
          end: () => {
            ended = true;
            stream.close(http2.constants.NGHTTP2_CANCEL);
          },
        });
      });
      stream.end(request.body);
      if (this.#streams === 1) {
        // Nobody looked after the connection while nothing went over it.
        this.#ping();
      }
    });
  }

  /** Takes no more requests. */
  public retire(): void {
    this.#retired = true;
    this.#closeWhenIdle();
  }

  public close(): void {
    this.#session.destroy();
  }

  /** Node ends a stream whose connection is cut as if it were complete. */
  async* #body(stream: http2.ClientHttp2Stream, ended: () => boolean): AsyncGenerator<Buffer> {
    try {
      yield* stream as AsyncIterable<Buffer>;
    } catch (error) {
      if (!ended()) {
        throw error;
      }
    }
    if (!ended() && (stream.aborted || stream.rstCode !== http2.constants.NGHTTP2_NO_ERROR)) {
      throw new ConnectionError(`the answer of ${this.#server} was cut off`);
    }
  }

  /** A connection without requests does not keep the process alive. */
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
      this.#session.destroy(new ConnectionError(`${this.#server} did not answer a ping within ${this.#times.pingWithin / 1000} s`));
    }, this.#times.pingWithin);
    timer.unref();
    this.#session.ping(() => {
      this.#pinging = false;
      clearTimeout(timer);
    });
  }
}
