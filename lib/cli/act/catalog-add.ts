import { App, Chart, Duration } from 'cdk8s';
import { type ImageReference, parseImageReference } from '../../bundle/oci/image-reference';
import { ImageCatalog } from '../../constructs/catalogs/image-catalog';
import { defined } from '../../formats/json/defined';
import { OlmVersion } from '../../olm/v0/model/olm-version';
import { UsageError } from '../frame/cli-error';
import { defineCommand } from '../frame/command';
import { count, list, text } from '../frame/option';
import { addExistingOlm } from '../offline/synth-app';
import { openCluster } from './act-options';
import { applyAndWait, oneStepOptions } from './one-step';
import { olmChoice, requiredOlm } from './operator-namespace';

/** Adds a catalog image to a cluster. */
export const catalogAddCommand = defineCommand({
  description: 'Adds a catalog image to the cluster as a CatalogSource, and waits until OLM is connected to it. By default it is a global catalog, whose packages are visible in all '
    + 'namespaces; with -n it is in one namespace.\n\n'
    + 'Exit codes: 0 if OLM is connected to it, 1 if something failed, 3 if it only timed out, 4 if the cluster could not be read.',
  operands: [{ name: 'IMAGE', description: 'image of the catalog, with its registry and a tag or digest' }],
  options: {
    name: text('NAME', 'name of the CatalogSource; by default that of the repository'),
    poll: count('MINUTES', 0, 'minutes after which OLM pulls the image again; 0 is never; not for a digest'),
    pullSecret: list('NAME', 'pull secret of the image, in the namespace of the catalog'),
    ...oneStepOptions,
  },
  examples: [
    { description: 'The community\'s catalog', command: 'olm-constructs catalog add quay.io/operatorhubio/catalog:latest --poll 60' },
    { description: 'For one namespace', command: 'olm-constructs catalog add registry.example.com/team/catalog:v1 -n team' },
  ],
  run: async (context, { operands: [image = ''], options }) => {
    const { domain, repository = '', tag, digest }: Partial<ImageReference> = parseImageReference(image) ?? {};
    if (domain === undefined || (tag ?? digest) === undefined) {
      throw new UsageError(`'${image}' is not an image with its registry and a tag or digest, such as quay.io/operatorhubio/catalog:latest`);
    }
    if (digest !== undefined && options.poll > 0) {
      throw new UsageError('--poll has no effect on an image with a digest, which cannot change; omit it');
    }
    const target = openCluster(options, context);
    const olm = olmChoice(await requiredOlm(target.connection, context));
    const name = options.name ?? repository.split('/').at(-1)!.toLowerCase().replace(/[^a-z0-9-]+/g, '-').replace(/^-+|(?<!-)-+$/g, '');
    return applyAndWait({
      target, options, wait: {},
      build: (outdir) => {
        const app = new App({ outdir });
        const chart = new Chart(app, 'catalog');
        if (!(olm instanceof OlmVersion)) {
          addExistingOlm(chart, olm);
        }
        new ImageCatalog(chart, 'catalog', {
          image, name, ...defined({ namespace: options.namespace }),
          ...(options.poll === 0 ? {} : { pollInterval: Duration.minutes(options.poll) }),
          ...(options.pullSecret.length === 0 ? {} : { pullSecrets: [...options.pullSecret] }),
        });
        return { app, operators: [] };
      },
    }, context);
  },
});
