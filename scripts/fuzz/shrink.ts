/**
 * Returns a smaller input that also fails: parts are removed, from halves to single bytes, as long as that is so.
 *
 * @param attempts maximum number of inputs to try
 */
export async function shrunk(input: Buffer, fails: (candidate: Buffer) => Promise<boolean>, attempts = 1000): Promise<Buffer> {
  let smallest = input;
  let left = attempts;
  for (let size = Math.ceil(input.length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2)) {
    for (let at = 0; at < smallest.length && left > 0;) {
      left--;
      const candidate = Buffer.concat([smallest.subarray(0, at), smallest.subarray(at + size)]);
      if (await fails(candidate)) {
        smallest = candidate;
      } else {
        at += size;
      }
    }
  }
  return smallest;
}
