import { Construct } from 'constructs';
import { BundleEngineRequest } from './bundle-engine-request';
import { BundleEngineResult } from './bundle-engine-result';
import { unsupported } from './model/engine-support';
import { missingRequirements } from './plain-requirements';
import { deployRukpak } from './rukpak/deploy-rukpak';
import { RukpakEngineOptions } from './rukpak/rukpak-engine-options';

/**
 * Creates the objects of a bundle for RukPak.
 *
 * @throws ConstructError when the bundle requires others, which RukPak does not install, or RukPak cannot install it
 */
export function deployWithRukpak(scope: Construct, request: BundleEngineRequest, options: RukpakEngineOptions): BundleEngineResult {
  const [missing] = missingRequirements([request.bundle]);
  if (missing !== undefined) {
    throw unsupported(scope, 'dependencies', `${missing}, and RukPak installs nothing that a bundle requires`);
  }
  const { namespace, ...rukpak } = deployRukpak(scope, request, options);
  return { namespace, rukpak };
}
