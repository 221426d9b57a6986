import { defineCommand } from '../frame/command';
import { ExitCode } from '../frame/exit-code';
import { choice, list } from '../frame/option';
import { catalogOutputOptions, writeCatalog } from './catalog-output';
import { BUNDLE_DESCRIPTION, checkOperands, readBundle } from './inputs';
import { pairOf } from './name-value';
import type { Bundle } from '../../bundle/bundle';
import { Catalog } from '../../catalog/catalog';
import { ChannelPlan } from '../../catalog/render/channel-plan';

/** `olm-constructs catalog render` */
export const catalogRenderCommand = defineCommand({
  description: 'Renders a catalog from bundles, as `opm render` does, with packages and channels.',
  operands: [{ name: 'BUNDLE', description: BUNDLE_DESCRIPTION, several: true }],
  options: {
    ...catalogOutputOptions,
    channels: choice('PLAN', ['bundles', 'semver', 'order'], 'bundles', 'channels and upgrades: as the bundles declare them, by their versions, or one after '
      + 'the other in each channel of the bundles'),
    image: list('BUNDLE=IMAGE', 'image of a bundle by its name; without one, the catalog has the manifests of the bundle'),
  },
  examples: [
    { description: 'A catalog of two versions', command: 'olm-constructs catalog render bundle bundle-next' },
    { description: 'A folder, with channels by version', command: 'olm-constructs catalog render bundle --channels semver --out catalog-of-bundle' },
  ],
  run: async (context, { operands, options: { channels, image, ...output } }) => {
    checkOperands(operands);
    const bundles: Bundle[] = [];
    for (const operand of operands) {
      bundles.push(await readBundle(operand, context));
    }
    const fetched = bundles.flatMap((bundle): [string, string][] => bundle.image === undefined ? [] : [[bundle.name, bundle.image]]);
    const images = Object.fromEntries([...fetched, ...image.map((given) => pairOf('--image', given))]);
    writeCatalog(Catalog.fromBundles(bundles, { channels: planOf(channels), images }), output, context);
    return ExitCode.SUCCESS;
  },
});

function planOf(name: 'bundles' | 'semver' | 'order'): ChannelPlan {
  switch (name) {
    case 'bundles':
      return ChannelPlan.byBundles();
    case 'semver':
      return ChannelPlan.bySemver();
    case 'order':
      return ChannelPlan.inOrder();
  }
}
