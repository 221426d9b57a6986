import { Kubectl } from '../cluster/kubectl';

/** Kinds that come and go by themselves, or with their Service. */
const PASSING = ['events', 'events.events.k8s.io', 'leases.coordination.k8s.io', 'ipaddresses.networking.k8s.io'];

/**
 * Lists every object of a cluster, whatever its kind, as `Kind namespace/name`.
 *
 * @throws if an API is not served any longer although it is registered
 */
export async function clusterContent(kubectl: Kubectl): Promise<string[]> {
  const kinds = (await output(kubectl, 'kubectl api-resources --cached=false --verbs=list,delete -o name')).split('\n').filter(kind => !PASSING.includes(kind));
  const objects = await output(kubectl, `kubectl get ${kinds.join(',')} -A -o `
    + '\'jsonpath={range .items[*]}{.kind} {.metadata.namespace}/{.metadata.name}{"\\n"}{end}\'');
  return objects.split('\n').map(line => line.replace(' /', ' ')).sort();
}

async function output(kubectl: Kubectl, line: string): Promise<string> {
  const { exitCode, stdout, stderr } = await kubectl.shell(line);
  if (exitCode !== 0) {
    throw new Error(`${line}: ${stderr}`);
  }
  return stdout.trim();
}
