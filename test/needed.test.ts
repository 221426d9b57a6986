import { Needed } from './needed';

describe('something that tests need', () => {
  it('is its value, if it was found', () => {
    const needed = Needed.found('/bin/sh');
    expect([needed.missing, needed.value, needed.valueOr('none'), needed.map((path) => path.length).value]).toEqual([undefined, '/bin/sh', '/bin/sh', 7]);
  });

  it('has a reason and no value, if it is missing', () => {
    const needed = Needed.missing<string>('there is no opm on PATH');
    expect([needed.missing, needed.valueOr('none'), needed.map((path) => path.length).missing]).toEqual(['there is no opm on PATH', 'none', 'there is no opm on PATH']);
    expect(() => needed.value).toThrow('there is no opm on PATH, so this should have been skipped');
  });

  it('may be data beside the checkout', () => {
    expect(Needed.sharedData('no-such-folder').missing).toMatch(/^\.\.\/shared\/data(?:\/no-such-folder)? is missing$/);
  });
});
