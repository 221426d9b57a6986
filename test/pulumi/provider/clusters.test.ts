import { clusterOf } from '../../../lib/pulumi/provider/clusters';

/** A kubeconfig with a context for each of two clusters. */
const KUBECONFIG = JSON.stringify({
  'apiVersion': 'v1', 'kind': 'Config', 'users': [{ name: 'me', user: { token: 'abc' } }], 'current-context': 'blue',
  'clusters': ['blue', 'green'].map((name) => ({ name, cluster: { server: `https://${name}.example.test` } })),
  'contexts': ['blue', 'green'].map((name) => ({ name, context: { cluster: name, user: 'me' } })),
});

test('waiters of one cluster share their lists and watches, and those of another one do not', () => {
  const blue = clusterOf({ kubeconfig: KUBECONFIG });
  expect(clusterOf({ kubeconfig: KUBECONFIG, context: 'blue' })).toBe(blue);
  const green = clusterOf({ kubeconfig: KUBECONFIG, context: 'green' });
  expect(green).not.toBe(blue);
  expect(green.client).not.toBe(blue.client);
});

test('a context that the kubeconfig does not contain is an error', () => {
  expect(() => clusterOf({ kubeconfig: KUBECONFIG, context: 'red' })).toThrow("has no context 'red'");
});
