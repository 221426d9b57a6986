import { Duration } from 'cdk8s';
import { Construct } from 'constructs';
import { ImageCatalogProps } from './image-catalog-props';
import { ConstructError } from './model/construct-error';
import { ClusterCatalog } from './olm-v1/cluster-catalog';

/** Props without a counterpart in a ClusterCatalog. */
const OLM_V0_PROPS: readonly (keyof ImageCatalogProps)[] = [
  'pullSecrets', 'grpcPodConfig', 'namespace', 'olm', 'displayName', 'publisher', 'description', 'icon',
];

/** A duration of Go in hours, minutes and whole seconds. */
const GO_DURATION = /^(?:(\d+)h)?(?:(\d+)m)?(?:(\d+)s)?$/;

/**
 * Creates the ClusterCatalog of an image.
 *
 * @throws ConstructError when a prop is invalid, or is for OLM v0 only
 */
export function createClusterCatalog(scope: Construct, name: string, image: string, props: ImageCatalogProps): ClusterCatalog {
  const other = OLM_V0_PROPS.find(prop => props[prop] !== undefined);
  if (other !== undefined) {
    const secrets = other === 'pullSecrets' ? ', configure the pull secret of catalogd (--global-pull-secret)' : '';
    throw new ConstructError(scope, `'${other}' is set, which only OLM v0 has; omit '${other}'${secrets}, or set 'engine' to new OlmV0Engine()`);
  }
  const { pollInterval, priority, labels, annotations } = props;
  return new ClusterCatalog(scope, 'ClusterCatalog', {
    image,
    name,
    ...(pollInterval === undefined ? {} : { pollInterval: durationOf(scope, pollInterval) }),
    ...(priority === undefined ? {} : { priority }),
    ...(labels === undefined ? {} : { labels }),
    ...(annotations === undefined ? {} : { annotations }),
  });
}

function durationOf(scope: Construct, value: string): Duration {
  const [matched, hours = '0', minutes = '0', seconds = '0'] = GO_DURATION.exec(value) ?? [];
  if (matched === undefined || matched === '') {
    throw new ConstructError(scope, `pollInterval must be a duration such as '30m' or '1h30m', got '${value}'`);
  }
  return Duration.seconds(Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds));
}
