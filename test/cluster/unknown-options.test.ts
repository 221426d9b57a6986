import { CLUSTER_CALLS } from '../unknown-keys/cluster-calls';

describe('a function for clusters', () => {
  it.each(Object.entries(CLUSTER_CALLS))('rejects an unknown option before it uses the cluster: %s', async (name, { argument, run }) => {
    const options = { ...argument as object, dryrun: true };
    const method = name.slice(0, name.indexOf('(')).replace('#', '.');
    await expect(Promise.resolve().then(() => run(options as never))).rejects.toThrow(`unknown key 'dryrun' in options of ${method}; known keys: `);
  });
});
