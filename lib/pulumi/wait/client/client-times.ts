/** How long a client waits for what. Tests wait shorter. */
export interface ClientTimes {
  /** So long may it take until a connection stands, in milliseconds. */
  readonly connectWithin: number;

  /** So long may a request be without any sign of an answer, in milliseconds. An API server gives up on a request itself after a minute. */
  readonly answerWithin: number;

  /** So often is a connection with requests on it asked whether it lives, in milliseconds. */
  readonly pingEvery: number;

  /** A connection that does not answer that within this time is dead, however open it looks, in milliseconds. */
  readonly pingWithin: number;
}

/** The times that hold where nobody says otherwise. */
export const CLIENT_TIMES: ClientTimes = { connectWithin: 20_000, answerWithin: 75_000, pingEvery: 30_000, pingWithin: 15_000 };
