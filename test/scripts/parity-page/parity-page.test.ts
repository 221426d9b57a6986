import { join } from 'node:path';
import { parityProblems, publicTypes } from '../../../scripts/parity-page/parity-page';

const types = publicTypes(join(__dirname, '..', '..', '..'));

describe('constructs and components', () => {
  it('have the same props, or a reason for each that one side lacks', () => {
    expect(parityProblems(types)).toEqual([]);
  });

  it('are found in both entries of the package', () => {
    expect(types.parities.map(({ name }) => name)).toEqual(expect.arrayContaining(['OlmInstallation', 'OperatorRegistry', 'OperatorSubscription', 'BundleDeployment']));
    expect(types.onlyComponents).toContain('ChartComponent');
  });

  it('are reported if one side lacks a prop, or does not exist', () => {
    const props = [{ name: 'package', summary: '', inConstruct: true, inComponent: true }, { name: 'channel', summary: '', inConstruct: true, inComponent: false }];
    const problems = parityProblems({ parities: [{ name: 'OperatorSubscription', props }], onlyConstructs: ['Extension'], onlyComponents: [] });

    expect(problems).toContain('only the construct or only the component has OperatorSubscription.channel; add it to the other one, or a reason to reasons.ts');
    expect(problems).toContain('Extension is only a construct or only a component; add the other one, or a reason to reasons.ts');
    expect(problems).toContain('reasons.ts has a reason for OlmInstallation.crdScope, which needs none; remove it');
  });
});
