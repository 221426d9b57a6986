import { EngineClient } from '@pulumi/pulumi/proto/engine_grpc_pb';
import { LogRequest, LogSeverity } from '@pulumi/pulumi/proto/engine_pb';
import { printLine } from './plugin-output';
import { grpc } from './sdk-modules';

/**
 * Returns the address of Pulumi's engine, with which it starts a plugin after its own options.
 *
 * @returns undefined if Pulumi did not start the plugin
 */
export function engineAddress(args: readonly string[]): string | undefined {
  const tracing = args.indexOf('--tracing');
  return args.find((argument, index) => !argument.startsWith('-') && (tracing < 0 || index !== tracing + 1));
}

/** Shows lines of the plugin in Pulumi's display, each next to its resource. */
export class EngineLog {
  readonly #engine: EngineClient | undefined;

  /** @param address address of Pulumi's engine, or undefined if there is none: lines are then printed */
  public constructor(address: string | undefined) {
    this.#engine = address === undefined ? undefined : new EngineClient(address, grpc.credentials.createInsecure());
  }

  /** Shows a line next to a resource. */
  public show(urn: string, line: string): void {
    if (this.#engine === undefined) {
      printLine(line);
      return;
    }
    const request = new LogRequest().setSeverity(LogSeverity.INFO).setUrn(urn).setMessage(line);
    this.#engine.log(request, (error: Error | null) => {
      if (error !== null) {
        printLine(line);
      }
    });
  }
}
