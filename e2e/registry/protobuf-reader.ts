/** Length-delimited fields of a protobuf message by field number, with all occurrences. */
export type ByteFields = ReadonlyMap<number, readonly Buffer[]>;

/** String fields of a protobuf message by field number; the last occurrence counts. */
export type TextFields = ReadonlyMap<number, string>;

const WIRE_TYPE = { VARINT: 0, FIXED_64: 1, BYTES: 2, FIXED_32: 5 };

/** Reads the length-delimited fields of a message and skips the others. Enough for names. */
export function readByteFields(message: Buffer): ByteFields {
  const fields = new Map<number, Buffer[]>();
  let position = 0;

  function varint(): number {
    let value = 0;
    for (let scale = 1; ; scale *= 128) {
      const byte = message.readUInt8(position++);
      value += (byte & 0x7f) * scale;
      if (byte < 0x80) {
        return value;
      }
    }
  }

  while (position < message.length) {
    const tag = varint();
    const wireType = tag & 7;
    if (wireType === WIRE_TYPE.VARINT) {
      varint();
    } else if (wireType === WIRE_TYPE.BYTES) {
      const length = varint();
      fields.set(tag >>> 3, [...fields.get(tag >>> 3) ?? [], message.subarray(position, position + length)]);
      position += length;
    } else if (wireType === WIRE_TYPE.FIXED_64 || wireType === WIRE_TYPE.FIXED_32) {
      position += wireType === WIRE_TYPE.FIXED_64 ? 8 : 4;
    } else {
      throw new Error(`invalid protobuf wire type ${String(wireType)} at byte ${String(position)}`);
    }
  }
  return fields;
}

/** Reads the length-delimited fields of a message as UTF-8. */
export function readTextFields(message: Buffer): TextFields {
  return new Map([...readByteFields(message)].map(([number, values]) => [number, values.at(-1)!.toString('utf8')]));
}
