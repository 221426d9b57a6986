import type { sendUnaryData, ServerUnaryCall, UntypedServiceImplementation } from '@grpc/grpc-js';
import type { Message } from 'google-protobuf';
import type { Struct } from 'google-protobuf/google/protobuf/struct_pb';
import { PluginInfo } from '@pulumi/pulumi/proto/plugin_pb';
import * as messages from '@pulumi/pulumi/proto/provider_pb';
import { exactJson } from '../../formats/json/exact-json';
import type { JsonMap } from '../../formats/json/json-value';
import { LinkedAbort } from '../../net/linked-abort';
import { printableMessage } from '../../text/printable';
import { runCall, whilePulumiRuns } from '../provider/pulumi-output';
import { CanceledCall } from '../provider/resource-provider';
import type { InputProblem } from '../provider/waiter-inputs';
import { checkSettingProblems, withCheckSettings } from './check-settings';
import { settingInputs, settingProblems } from './plugin-settings';
import { providerError, structOf } from './provider-errors';
import { type KnownResource, ResourceCalls } from './resource-calls';
import { Empty, grpc } from './sdk-modules';
import { revealed } from './secrets';

/** What the server of the plugin needs. */
export interface ProviderServerOptions {
  /** Version of the plugin. */
  readonly version: string;

  /** Shows a line next to a resource. */
  readonly show: (urn: string, line: string) => void;

  /** Returns the schema of the package as JSON. */
  readonly schema: () => string;

  /** Creates the resources of a component, in a process of its own. */
  readonly construct: (request: messages.ConstructRequest) => Promise<messages.ConstructResponse>;

  /** Called when Pulumi cancels all operations, after the running calls were. */
  readonly canceled?: () => void;
}

type Handler = (call: ServerUnaryCall<never, Message>, done: sendUnaryData<Message>) => void;

/**
 * Returns the service of a plugin, as Pulumi's engine calls it.
 *
 * The server of Pulumi's SDK does not pass on the timeouts of resources, the settings of the provider, and which resource a call is for.
 */
export function providerService({ version, show, schema, construct, canceled }: ProviderServerOptions): UntypedServiceImplementation {
  const ending = new LinkedAbort(whilePulumiRuns);
  let calls = new ResourceCalls({});
  let configured: JsonMap = {};

  /** Runs a call for a resource, which ends when Pulumi cancels its operation. */
  const forResource = <Result>(urn: string, run: () => Promise<Result>): Promise<Result> => (
    runCall({ print: (line) => show(urn, line), signal: ending.signal }, run)
  );

  const methods: { readonly [method: string]: Handler } = {
    getPluginInfo: answering(() => Promise.resolve(new PluginInfo().setVersion(version))),
    getSchema: answering((request: messages.GetSchemaRequest) => {
      if (request.getVersion() !== 0) {
        throw new Error(printableMessage(`version ${request.getVersion()} of Pulumi's schemas is not supported; use a release of Pulumi that requests version 0`));
      }
      return Promise.resolve(new messages.GetSchemaResponse().setSchema(schema()));
    }),
    checkConfig: answering(async (request: messages.CheckRequest) => checked(request.getNews(), await problemsOf(plain(request.getNews())))),
    // Resources compare their own clusters, so no change of the settings replaces all of them.
    diffConfig: answering((request: messages.DiffRequest) => Promise.resolve(new messages.DiffResponse().setChanges(
      exactJson(plain(request.getOlds())) === exactJson(plain(request.getNews())) ? NONE : SOME,
    ))),
    configure: answering(async (request: messages.ConfigureRequest) => {
      const settings = plain(request.getArgs());
      const [problem] = await problemsOf(settings);
      if (problem !== undefined) {
        throw new Error(printableMessage(`settings of the provider olm-constructs: ${problem.property === '' ? '' : `${problem.property}: `}${problem.reason}`));
      }
      calls = new ResourceCalls(settingInputs(settings));
      configured = settings;
      return new messages.ConfigureResponse().setAcceptsecrets(true).setAcceptresources(true).setAcceptoutputs(true);
    }),

    check: answering((request: messages.CheckRequest) => forResource(request.getUrn(), async () => {
      const { inputs, failures } = await calls.check(request.getUrn(), properties(request.getOlds()), properties(request.getNews()));
      return checked(structOf(inputs), failures);
    })),
    diff: answering((request: messages.DiffRequest) => forResource(request.getUrn(), async () => {
      const { changes, replaces, deleteBeforeReplace } = await calls.diff(known(request, request.getOlds()), properties(request.getNews()));
      return new messages.DiffResponse().setChanges(changes ? SOME : NONE).setReplacesList([...replaces]).setDeletebeforereplace(deleteBeforeReplace);
    })),
    create: answering((request: messages.CreateRequest) => forResource(request.getUrn(), async () => {
      const { id, outputs } = await calls.create(request.getUrn(), properties(request.getProperties()), request.getTimeout());
      return new messages.CreateResponse().setId(id).setProperties(structOf(outputs));
    })),
    update: answering((request: messages.UpdateRequest) => forResource(request.getUrn(), async () => {
      const outputs = await calls.update(known(request, request.getOlds()), properties(request.getNews()), request.getTimeout());
      return new messages.UpdateResponse().setProperties(structOf(outputs));
    })),
    read: answering((request: messages.ReadRequest) => forResource(request.getUrn(), async () => {
      const found = await calls.read(known(request, request.getProperties()), properties(request.getInputs()));
      return found === undefined ? new messages.ReadResponse().setId('')
        : new messages.ReadResponse().setId(found.id).setInputs(structOf(found.inputs)).setProperties(structOf(found.outputs));
    })),
    'delete': answering((request: messages.DeleteRequest) => forResource(request.getUrn(), async () => {
      await calls.delete(known(request, request.getProperties()), request.getTimeout());
      return new Empty();
    })),

    construct: answering((request: messages.ConstructRequest) => construct(withCheckSettings(request, configured))),
    cancel: answering(() => {
      ending.abort(new CanceledCall());
      canceled?.();
      return Promise.resolve(new Empty());
    }),
    // Pulumi asks for these, and does without them.
    attach: answering(() => Promise.resolve(new Empty())),
    ...Object.fromEntries(['handshake', 'parameterize', 'getMapping', 'getMappings', 'invoke', 'call'].map((method) => [method, unimplemented(method)])),
  };
  return methods as unknown as UntypedServiceImplementation;
}

const { DIFF_NONE: NONE, DIFF_SOME: SOME } = messages.DiffResponse.DiffChanges;

/** Returns a handler that sends what a function returns or throws. */
function answering<Request>(answer: (request: Request) => Promise<Message>): Handler {
  return (call, done) => {
    void Promise.resolve().then(() => answer(call.request as Request)).then((found) => done(null, found), (error: unknown) => {
      // Errors of another plugin are passed on as they are.
      done(isServiceError(error) ? error : providerError(error));
    });
  };
}

function isServiceError(error: unknown): error is Parameters<sendUnaryData<Message>>[0] {
  return error instanceof Error && 'code' in error && 'metadata' in error;
}

function unimplemented(method: string): Handler {
  return (_, done) => done({ code: grpc.status.UNIMPLEMENTED, details: `the plugin olm-constructs does not implement ${method}` });
}

function checked(inputs: Struct | undefined, failures: readonly InputProblem[]): messages.CheckResponse {
  return new messages.CheckResponse().setInputs(inputs).setFailuresList(failures.map(({ property, reason }) => (
    new messages.CheckFailure().setProperty(property).setReason(reason)
  )));
}

async function problemsOf(settings: JsonMap): Promise<InputProblem[]> {
  return [...settingProblems(settings), ...await checkSettingProblems(settings)];
}

function properties(message: Struct | undefined): JsonMap {
  return message?.toJavaScript() ?? {};
}

function plain(message: Struct | undefined): JsonMap {
  return revealed(properties(message)).plain;
}

function known(request: { getUrn(): string; getId(): string }, outputs: Struct | undefined): KnownResource {
  return { urn: request.getUrn(), id: request.getId(), outputs: properties(outputs) };
}
