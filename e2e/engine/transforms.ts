import { credentials } from '@grpc/grpc-js';
import { CallbacksClient } from '@pulumi/pulumi/proto/callback_grpc_pb';
import { Callback, CallbackInvokeRequest, CallbackInvokeResponse } from '@pulumi/pulumi/proto/callback_pb';
import { RegisterResourceRequest, TransformRequest, TransformResourceOptions, TransformResponse } from '@pulumi/pulumi/proto/resource_pb';
import { answered } from './grpc-messages';

/** Transforms of a program: functions in its process, each for a resource and everything below it, or for the whole stack. */
export class Transforms {
  private readonly ofStack: Callback[] = [];
  /** Transforms of a resource and of its parents, by URN. */
  private readonly inherited = new Map<string, readonly Callback[]>();
  private readonly clients = new Map<string, CallbacksClient>();

  /** Adds a transform for all resources that are registered from now on. */
  public addToStack(callback: Callback): void {
    this.ofStack.push(callback);
  }

  /** Changes a request by the resource's own transforms, those of its parents, and those of the stack, in this order. */
  public async apply(request: RegisterResourceRequest): Promise<void> {
    for (const callback of [...this.below(request), ...this.ofStack]) {
      const asked = new TransformRequest().setType(request.getType()).setName(request.getName()).setCustom(request.getCustom())
        .setParent(request.getParent()).setProperties(request.getObject()).setOptions(optionsOf(request));
      const call = new CallbackInvokeRequest().setToken(callback.getToken()).setRequest(asked.serializeBinary());
      const answer = await answered<CallbackInvokeResponse>(done => this.clientOf(callback).invoke(call, done));
      const transformed = TransformResponse.deserializeBinary(answer.getResponse_asU8());
      request.setObject(transformed.getProperties());
      setOptions(request, transformed.getOptions());
    }
  }

  /** Records the transforms for the children of a registered resource. */
  public keep(urn: string, request: RegisterResourceRequest): void {
    this.inherited.set(urn, this.below(request));
  }

  public close(): void {
    this.clients.forEach(client => { client.close(); });
  }

  private below(request: RegisterResourceRequest): readonly Callback[] {
    return [...request.getTransformsList(), ...this.inherited.get(request.getParent()) ?? []];
  }

  private clientOf(callback: Callback): CallbacksClient {
    const target = callback.getTarget();
    const client = this.clients.get(target) ?? new CallbacksClient(target, credentials.createInsecure());
    this.clients.set(target, client);
    return client;
  }
}

function optionsOf(request: RegisterResourceRequest): TransformResourceOptions {
  const options = new TransformResourceOptions()
    .setDependsOnList(request.getDependenciesList()).setIgnoreChangesList(request.getIgnorechangesList())
    .setReplaceOnChangesList(request.getReplaceonchangesList()).setAliasesList(request.getAliasesList()).setProvider(request.getProvider())
    .setCustomTimeouts(request.getCustomtimeouts()).setDeletedWith(request.getDeletedwith())
    .setAdditionalSecretOutputsList(request.getAdditionalsecretoutputsList());
  if (request.hasProtect()) {
    options.setProtect(request.getProtect()!);
  }
  if (request.hasRetainondelete()) {
    options.setRetainOnDelete(request.getRetainondelete()!);
  }
  return request.getDeletebeforereplacedefined() ? options.setDeleteBeforeReplace(request.getDeletebeforereplace()) : options;
}

function setOptions(request: RegisterResourceRequest, options: TransformResourceOptions | undefined): void {
  if (options === undefined) {
    return;
  }
  request.setDependenciesList(options.getDependsOnList()).setIgnorechangesList(options.getIgnoreChangesList())
    .setReplaceonchangesList(options.getReplaceOnChangesList()).setAliasesList(options.getAliasesList()).setProvider(options.getProvider())
    .setCustomtimeouts(options.getCustomTimeouts()).setDeletedwith(options.getDeletedWith())
    .setAdditionalsecretoutputsList(options.getAdditionalSecretOutputsList());
  if (options.hasProtect()) {
    request.setProtect(options.getProtect()!);
  }
  if (options.hasRetainOnDelete()) {
    request.setRetainondelete(options.getRetainOnDelete()!);
  }
  if (options.hasDeleteBeforeReplace()) {
    request.setDeletebeforereplace(options.getDeleteBeforeReplace()!).setDeletebeforereplacedefined(true);
  }
}
