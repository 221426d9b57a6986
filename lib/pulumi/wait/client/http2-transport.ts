import * as http2 from 'node:http2';
import type { TLSSocket } from 'node:tls';
import type { Answer, Request, Transport } from './transport';

/** A connection that does not answer a ping within this time is dead, however open it looks, in milliseconds. */
const PING_WITHIN = 15_000;

/** So often is a connection with requests on it asked whether it lives, in milliseconds. */
const PING_EVERY = 30_000;

/** So many requests go over one connection where the server does not say how many it takes. */
const STREAMS = 100;

/** Sends any number of requests, watches too, over a few connections: one as long as the server takes more on it. */
export class Http2Transport implements Transport {
  readonly #open: () => Promise<TLSSocket>;
  #sessions: Session[] = [];
  #opening: Promise<Session> | undefined;

  /**
   * @param open opens a connection that speaks HTTP/2
   * @param first one that is open already
   */
  public constructor(open: () => Promise<TLSSocket>, first: TLSSocket) {
    this.#open = open;
    this.#add(first);
  }

  public async send(request: Request): Promise<Answer> {
    const session = this.#sessions.find((candidate) => candidate.takesMore) ?? await (this.#opening ??= this.#another());
    return session.send(request);
  }

  public close(): void {
    for (const session of this.#sessions) {
      session.close();
    }
  }

  public get connections(): number {
    return this.#sessions.length;
  }

  /** Requests that find no connection wait for one and the same. */
  async #another(): Promise<Session> {
    try {
      return this.#add(await this.#open());
    } finally {
      this.#opening = undefined;
    }
  }

  #add(socket: TLSSocket): Session {
    const session = new Session(socket, () => {
      this.#sessions = this.#sessions.filter((other) => other !== session);
    });
    this.#sessions.push(session);
    return session;
  }
}

/** One connection. */
class Session {
  readonly #session: http2.ClientHttp2Session;
  #streams = 0;
  #ended = false;

  public constructor(socket: TLSSocket, onEnd: () => void) {
    this.#session = http2.connect('https://kubernetes', { createConnection: () => socket });
    this.#session.unref();
    const pings = setInterval(() => {
      this.#ping();
    }, PING_EVERY);
    // A waiter that is done must not keep the process alive.
    pings.unref();
    const end = (): void => {
      clearInterval(pings);
      this.#ended = true;
      onEnd();
    };
    this.#session.once('close', end);
    this.#session.once('goaway', end);
    // Each stream gets the error too, and its reader tells of it.
    this.#session.on('error', end);
  }

  public get takesMore(): boolean {
    const most = Math.min(this.#session.remoteSettings.maxConcurrentStreams ?? STREAMS, STREAMS);
    return !this.#ended && !this.#session.closed && !this.#session.destroyed && this.#streams < most;
  }

  public send(request: Request): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const stream = this.#session.request({
        ...Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name.toLowerCase(), value])),
        ':method': request.method,
        ':path': request.path,
      }, { signal: request.signal });
      this.#count(1);
      stream.once('close', () => {
        this.#count(-1);
        reject(new Error('the API server closed the connection before it answered'));
      });
      stream.once('error', reject);
      stream.once('response', (headers) => {
        resolve({
          status: Number(headers[':status']),
          headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, Array.isArray(value) ? value.join(', ') : value?.toString()])),
          body: stream as AsyncIterable<Buffer>,
          end: () => {
            stream.close(http2.constants.NGHTTP2_CANCEL);
          },
        });
      });
      stream.end(request.body);
    });
  }

  public close(): void {
    this.#session.destroy();
  }

  /** A connection without requests does not keep the process alive. */
  #count(change: 1 | -1): void {
    this.#streams += change;
    if (this.#streams === 0) {
      this.#session.unref();
    } else {
      this.#session.ref();
    }
  }

  #ping(): void {
    if (this.#streams === 0 || this.#session.closed) {
      return;
    }
    const timer = setTimeout(() => {
      this.#session.destroy(new Error(`the API server did not answer for ${PING_WITHIN / 1000} s`));
    }, PING_WITHIN);
    timer.unref();
    this.#session.ping(() => {
      clearTimeout(timer);
    });
  }
}
