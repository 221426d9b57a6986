import { Cluster } from '../cluster/cluster';
import { title } from '../cluster/kubernetes-object';
import { readYamlDocuments, YamlDocument } from '../cluster/yaml-documents';
import { FULL_RUN } from '../programs/full-run';
import { describeWith, type Needed } from '../../test/needed';
import { differencesFromSent } from './subset';

/** Applies a file to a cluster and returns what a user should not see: errors, warnings, changed values. */
export type ApplyFile = (cluster: Cluster, file: string) => Promise<string[]>;

function isDefinition({ object }: YamlDocument): boolean {
  return object.kind === 'CustomResourceDefinition';
}

async function waitForDefinitions(cluster: Cluster, documents: readonly YamlDocument[]): Promise<void> {
  for (const { object } of documents.filter(isDefinition)) {
    await cluster.client.waitUntilEstablished(object);
  }
}

/** Compares what the cluster stored with what was sent. */
async function readBack(cluster: Cluster, documents: readonly YamlDocument[]): Promise<string[]> {
  const problems: string[] = [];
  for (const { object } of documents) {
    const differences = differencesFromSent(object, await cluster.client.read(object));
    problems.push(...differences.map(difference => `${title(object)}: ${difference}`));
  }
  return problems;
}

/** Server-side apply of each document as written in the file, one after the other, with strict field validation. */
export const applyServerSide: ApplyFile = (cluster, file) => applyDocuments(cluster, file, true);

/** The same without force, as `kubectl apply --server-side` does: fields taken over by a controller are conflicts. */
export const applyWithoutForce: ApplyFile = (cluster, file) => applyDocuments(cluster, file, false);

async function applyDocuments(cluster: Cluster, file: string, force: boolean): Promise<string[]> {
  cluster.deleteAtEnd(file);
  const documents = readYamlDocuments(file);
  const problems: string[] = [];
  for (const document of documents) {
    const { refusal, warnings } = await cluster.client.apply(document, force);
    problems.push(...[refusal, ...warnings].filter(message => message !== '').map(message => `${title(document.object)}: ${message}`));
  }
  if (problems.length > 0) {
    return problems;
  }
  await waitForDefinitions(cluster, documents);
  return readBack(cluster, documents);
}

/** Plain `kubectl apply -f FILE`, with strict field validation. */
export const applyClientSide: ApplyFile = async (cluster, file) => {
  cluster.deleteAtEnd(file);
  const { exitCode, stderr } = await cluster.kubectl.apply(file);
  if (exitCode !== 0 || stderr !== '') {
    return [`kubectl ended with code ${String(exitCode)}`, ...stderr.trim().split('\n')];
  }
  const documents = readYamlDocuments(file);
  await waitForDefinitions(cluster, documents);
  return readBack(cluster, documents);
};

type ApplyMethod = [title: string, applyFile: ApplyFile];

const SERVER_SIDE: ApplyMethod = ['server-side with strict validation', applyServerSide];
const CLIENT_SIDE: ApplyMethod = ['client-side with kubectl', applyClientSide];

/** Both ways of applying a file, by title. */
export const APPLY_METHODS: ApplyMethod[] = [CLIENT_SIDE, SERVER_SIDE];

/**
 * Defines tests for both ways of applying a file. That with kubectl, in a cluster of its own, is left to full runs, but for one installation in
 * olm-installation.
 *
 * @param needed what both need
 */
export function describeEachMethod(title: string, body: (...method: ApplyMethod) => void, ...needed: readonly Needed<unknown>[]): void {
  describeWith(...needed).each([SERVER_SIDE])(title, body);
  describeWith(FULL_RUN, ...needed).each([CLIENT_SIDE])(title, body);
}
