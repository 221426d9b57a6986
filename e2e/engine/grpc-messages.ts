import { ServiceError } from '@grpc/grpc-js';
import { Struct } from 'google-protobuf/google/protobuf/struct_pb';
import type { Properties } from './property-values';

/** Converts properties into a message, dropping undefined values. */
export function struct(properties: Properties): Struct {
  return Struct.fromJavaScript(JSON.parse(JSON.stringify(properties)) as Parameters<typeof Struct.fromJavaScript>[0]);
}

/** Reads the properties of a message. */
export function propertiesOf(message: Struct | undefined): Properties {
  return message?.toJavaScript() ?? {};
}

/** Calls a method of a client and returns its response. */
export function answered<Answer>(call: (done: (error: ServiceError | null, answer: Answer) => void) => void): Promise<Answer> {
  return new Promise((resolve, reject) => {
    call((error, answer) => {
      if (error === null) {
        resolve(answer);
      } else {
        reject(error);
      }
    });
  });
}
