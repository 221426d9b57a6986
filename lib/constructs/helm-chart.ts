import { App, Chart, Helm } from 'cdk8s';
import { Construct } from 'constructs';
import { ConstructError } from './model/construct-error';
import { KubernetesManifest } from '../formats/schema/kubernetes-manifest';

/** How a chart is rendered. */
export interface HelmChartOptions {
  readonly namespace: string;
  readonly values?: { [key: string]: unknown };
  readonly releaseName?: string;
  readonly helmExecutable?: string;
}

/** Names that Helm accepts for releases. */
const RELEASE_NAME = /^[a-z0-9](?:[-a-z0-9]*[a-z0-9])?(?:\.[a-z0-9](?:[-a-z0-9]*[a-z0-9])?)*$/;
const MAX_RELEASE_NAME = 53;

/**
 * Renders a Helm chart with `helm template`, with its CRDs and without its tests.
 *
 * @throws ConstructError when the release name is invalid, helm is missing, or the chart cannot be rendered
 */
export function chartObjects(scope: Construct, chart: string, options: HelmChartOptions): KubernetesManifest[] {
  const { namespace, values, releaseName = scope.node.id, helmExecutable = 'helm' } = options;
  if (!RELEASE_NAME.test(releaseName) || releaseName.length > MAX_RELEASE_NAME) {
    throw new ConstructError(scope, `'${releaseName}' is not the name of a Helm release; set 'releaseName' to at most ${MAX_RELEASE_NAME} lowercase letters, digits and dashes`);
  }
  // cdk8s renders into the scope of its construct; a separate scope leaves the order of the objects to us.
  const rendered = new Chart(new App(), 'chart');
  try {
    new Helm(rendered, 'helm', {
      chart, namespace, releaseName, helmExecutable, helmFlags: ['--include-crds', '--skip-tests'], ...(values === undefined ? {} : { values }),
    });
  } catch (error) {
    throw new ConstructError(scope, reasonOf(error as Error, helmExecutable, chart));
  }
  return rendered.toJson() as KubernetesManifest[];
}

function reasonOf({ message }: Error, helmExecutable: string, chart: string): string {
  return message.startsWith('unable to execute')
    ? `'${helmExecutable}' was not found, which renders the chart '${chart}'; install Helm (https://helm.sh/docs/intro/install/), or set 'helmExecutable' to its path`
    : `Helm cannot render the chart '${chart}': ${message.trim().replace(/^Error: /, '')}; fix the chart, or set other 'values'`;
}
