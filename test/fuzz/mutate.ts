/** Numbers that look random and are the same in every run: a linear congruential generator. */
export function numbers(seed: number): (below: number) => number {
  let state = seed >>> 0;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

/** Bytes that mean something in YAML, JSON, tar, or the headers of compressed data. */
const TELLING = Buffer.from('\0\n\t :-?[]{},#&*!|>\'"%@`/.\\~<=0179eEnN\x1f\x8b\xff\x80', 'latin1');

/** A copy of an input with a few changes: bytes changed, inserted, deleted or copied from elsewhere, or the end cut off. */
export function mutated(input: Buffer, below: (most: number) => number): Buffer {
  let output = Buffer.from(input);
  for (let changes = 1 + below(6); changes > 0; changes--) {
    const at = below(output.length + 1);
    const length = below(below(4) === 0 ? 600 : 8);
    switch (below(6)) {
      case 0:
        output = Buffer.concat([output.subarray(0, at), output.subarray(at + length)]);
        break;
      case 1:
        output = Buffer.concat([output.subarray(0, at), pieceOf(output, below, length), output.subarray(at)]);
        break;
      case 2:
        output = below(8) === 0 ? output.subarray(0, at) : output;
        break;
      case 3:
        output = Buffer.concat([output.subarray(0, at), Buffer.from([TELLING[below(TELLING.length)]!]), output.subarray(at)]);
        break;
      default:
        if (at < output.length) {
          output[at] = below(2) === 0 ? below(256) : TELLING[below(TELLING.length)]!;
        }
    }
  }
  return output;
}

function pieceOf(input: Buffer, below: (most: number) => number, length: number): Buffer {
  const at = below(input.length + 1);
  return input.subarray(at, at + length);
}
