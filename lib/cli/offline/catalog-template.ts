import type { Bundle } from '../../bundle/bundle';
import { CatalogTemplate } from '../../catalog/catalog-template';
import { setOwn } from '../../formats/json/json-value';
import { textOf } from '../../formats/json/utf8-text';
import { ExitCode } from '../frame/cli-error';
import { defineCommand } from '../frame/command';
import { flag, list, pairOf } from '../frame/option';
import { registryOptions } from '../frame/registry';
import { catalogOutputOptions, writeCatalog } from './catalog';
import { isImage, readBundle, STDIN_NAME } from './inputs';

/** `olm-constructs catalog template` */
export const catalogTemplateCommand = defineCommand({
  description: 'Renders a catalog template, as `opm alpha render-template` does: olm.semver, olm.template.basic or olm.template.substitutes. Bundles are read from the paths '
    + 'given for their images, and from registries otherwise.',
  operands: [{ name: 'TEMPLATE', description: 'file with the template, or - for standard input' }],
  options: {
    ...catalogOutputOptions,
    bundle: list('IMAGE=PATH', 'folder, archive or image layout with the bundle of an image of the template'),
    migrate: flag('replace the manifests of bundles by olm.csv.metadata'),
    ...registryOptions,
  },
  examples: [{
    description: 'Render a template with a local bundle',
    command: 'olm-constructs catalog template template.yaml --bundle quay.io/example/hello-bundle:v0.1.0=bundle',
  }],
  run: async (context, { operands: [path = ''], options: { bundle, migrate, ...output } }) => {
    const template = path === '-' ? CatalogTemplate.fromString(textOf(await context.readStdin(), STDIN_NAME)) : CatalogTemplate.fromFile(path);
    const paths = new Map(bundle.map((given) => pairOf('--bundle', given)));
    const bundles: { [image: string]: Bundle } = {};
    for (const image of template.images) {
      const source = paths.get(image) ?? image;
      if (paths.has(image) || isImage(image)) {
        setOwn(bundles, image, await readBundle(source, context, output));
      }
    }
    writeCatalog(template.render({ bundles, csvMetadata: migrate }), output, context);
    return ExitCode.SUCCESS;
  },
});
