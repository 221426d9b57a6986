/** Pattern of a message; a RegExp, or what is like one. */
export interface MessagePattern {
  test(message: string): boolean;
}

/**
 * Matches a pattern after another one, with anything between, in linear time.
 *
 * A RegExp with `.*` would look for the second from each match of the first.
 */
export function inOrder(first: RegExp, second: RegExp): MessagePattern {
  return {
    test: (message) => {
      const found = first.exec(message);
      return found !== null && second.test(message.slice(found.index + found[0].length));
    },
  };
}
