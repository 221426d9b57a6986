import { replacementIn } from '../../../lib/olm/v0/transient-states';
import { CONFLICTS, REPLACEMENTS } from './resolution-messages';

describe('an upgrade that OLM is carrying out', () => {
  it.each(REPLACEMENTS)('is found in the message of the resolver: %s', (_, message) => {
    const { unreferenced, referenced } = replacementIn(message)!;
    expect(message).toContain(`clusterserviceversion ${unreferenced} exists and is not referenced by a subscription`);
    expect(message).toContain(`@existing/keda//${referenced}`);
    expect(message).not.toContain(`clusterserviceversion ${referenced} exists`);
  });

  it.each(CONFLICTS)('is not found in a permanent conflict: %s', (_, message) => {
    expect(replacementIn(message)).toBeUndefined();
  });

  it.each(['', '@existing/', '@existing/a and @existing/b//c', 'clusterserviceversion  exists and is not referenced by a subscription'])('is not found in %j', (message) => {
    expect(replacementIn(message)).toBeUndefined();
  });
});
