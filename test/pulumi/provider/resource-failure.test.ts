import { operatorReady } from '../../../lib/pulumi/waiters';

const WITHOUT_CONTEXT = JSON.stringify({
  'apiVersion': 'v1', 'kind': 'Config', 'clusters': [], 'users': [], 'contexts': [{ name: 'other', context: {} }], 'current-context': 'gone',
});

/** What Pulumi's process prints of an error, before it tells it with the resource. */
async function printed(call: Promise<unknown>): Promise<{ readonly message: string; readonly printed: string }> {
  const error = await call.then(() => undefined, (thrown: unknown) => thrown) as Error;
  return { message: error.message, printed: `${String(error)}: ${error.stack ?? ''}` };
}

test.each([
  ['a removal', 'removal of operator demo/plain', () => operatorReady.delete('id', inputs())],
  ['a look', 'operator demo/plain', () => operatorReady.read('id', inputs())],
] as const)('%s that fails is explained with its resource, and not a second time in what its process prints', async (_, subject, call) => {
  const { message, printed: lines } = await printed(call());
  expect(message).toContain("no context 'gone'");
  expect(lines).toBe(`${subject}: failed, for the reason that is told with its resource`);
});

function inputs(): { [input: string]: unknown } {
  return { kubeconfig: WITHOUT_CONTEXT, namespace: 'demo', subscription: 'plain' };
}
