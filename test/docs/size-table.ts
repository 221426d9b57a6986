import { readdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { Bundle } from '../../lib/bundle/bundle';
import { BundleLimits, imageRefusal, largestObject } from '../../lib/bundle/size';
import { slimBundle, SlimLevel } from '../../lib/bundle/slim';
import { sampleArchive } from '../catalog/sample-bundles';
import { realBundle } from '../remembered/real-bundle';

const HEAD = ['bundle', 'JSON', 'InstallPlan', 'without CRD descriptions', 'and without icon and examples', 'unpacked', 'largest object', 'installed as'];

/** Returns the table of the guide, measured on the sample bundles, largest first. */
export function sizeTable(): string[] {
  const rows = readdirSync(dirname(sampleArchive('any')))
    .map((file) => ({ name: file.replace('.tar.gz', ''), bundle: realBundle(file.replace('.tar.gz', '')) }))
    .sort((left, right) => right.bundle.size.installPlan - left.bundle.size.installPlan || (left.name < right.name ? -1 : 1))
    .map(({ name, bundle }) => {
      const slim = (level: SlimLevel): number => slimBundle(bundle, level, 0).bundle.size.installPlan;
      const [first, second] = [slim(SlimLevel.CRD_DESCRIPTIONS), slim(SlimLevel.ICON_AND_EXAMPLES)];
      const { size, manifests } = bundle;
      const figures = [size.compactJson, size.installPlan, first, second, size.unpackedImage, largestObject(manifests)!.bytes];
      return [name, ...figures.map(inMegabytes), deliveryOptions(bundle, [size.installPlan, first, second])];
    });
  return [HEAD, HEAD.map((_, column) => (column === 0 || column === HEAD.length - 1 ? '---' : '---:')), ...rows].map((row) => `| ${row.join(' | ')} |`);
}

function deliveryOptions(bundle: Bundle, plans: number[]): string {
  const inline = ['as it is', 'slimmed: CRD descriptions', 'slimmed: icon and examples too'][plans.findIndex((bytes) => bytes <= BundleLimits.INSTALL_PLAN_BYTES)];
  return [...(inline === undefined ? [] : [inline]), ...(imageRefusal(bundle) === undefined ? ['by image'] : []), 'OLM v1'].join(', ');
}

function inMegabytes(bytes: number): string {
  return (bytes / 1_000_000).toFixed(3);
}
