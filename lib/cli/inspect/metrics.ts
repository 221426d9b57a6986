import { serveMetrics } from '../../cluster/serve-metrics';
import { defined } from '../../formats/json/defined';
import { UsageError } from '../frame/cli-error';
import { clusterOptions, connect } from '../frame/cluster';
import { defineCommand } from '../frame/command';
import { count, flag, list, text } from '../frame/option';
import { packageVersion } from '../frame/program-text';

/** Serves the health of operators to Prometheus. */
export const metricsCommand = defineCommand({
  description: 'Serves the health of OLM, of its catalogs and of the operators it installs as metrics of Prometheus, until Ctrl-C: /metrics, and '
    + '/readyz and /healthz for probes. The objects are watched, and judged as `olm-constructs status` does. The command changes nothing, and requests '
    + 'nothing outside of the namespaces that are set. The construct OperatorMetrics runs it in a cluster.',
  options: {
    port: count('PORT', 8080, 'port of the HTTP server; 0 for any free one'),
    host: text('ADDRESS', 'address of the HTTP server; by default all addresses'),
    namespace: list('NAMESPACE', 'namespace of Subscriptions and CatalogSources; by default that of the context', { short: 'n', group: 'Cluster options:' }),
    allNamespaces: flag('the objects of all namespaces, OLM itself, and OLM v1', { short: 'A', group: 'Cluster options:' }),
    ...clusterOptions,
  },
  examples: [
    { description: 'Everything in a cluster', command: 'olm-constructs metrics -A --host 127.0.0.1' },
    { description: 'The operators of two namespaces', command: 'olm-constructs metrics -n shop -n olm --port 9090' },
  ],
  run: async (context, { options: { port, host, namespace, allNamespaces, ...cluster } }) => {
    if (port > 65_535) {
      throw new UsageError(`--port must be at most 65535, and is '${port}'`);
    }
    if (allNamespaces && namespace.length > 0) {
      throw new UsageError('--namespace and --all-namespaces contradict each other; set one of them');
    }
    const { connection } = connect(cluster, context);
    const namespaces = namespace.length > 0 ? [...new Set(namespace)] : [connection.namespace];
    return serveMetrics(connection, {
      port, version: packageVersion(), signal: context.signal, clock: context.now, print: context.stderr.line.bind(context.stderr),
      ...defined({ host }), ...(allNamespaces ? {} : { namespaces }),
    });
  },
});
