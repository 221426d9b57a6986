import { inspect } from 'node:util';
import { App, Chart } from 'cdk8s';
import { ConstructError } from '../../../lib/constructs/model/construct-error';

describe('ConstructError', () => {
  const error = new ConstructError(new Chart(new App(), 'demo'), 'package is required');

  it('has the path of the construct in its message and as a property', () => {
    expect({ name: error.name, message: error.message, path: error.path }).toEqual({
      name: 'ConstructError', message: '[demo] package is required', path: 'demo',
    });
  });

  it('prints only its message if it is uncaught', () => {
    expect(inspect(error).split('demo')).toHaveLength(2);
  });
});
