import { isMap, type JsonMap, ownValue } from '../../formats/json/json-value';
import { NotReadyError, ResourceFailure, type ResourceProvider } from './resource-provider';

/** Output of every waiter with the version of the schema of its state. */
const VERSION = 'schemaVersion';

/**
 * Migrations of a state to the next version, by the version of the state. A step is added whenever the name or the meaning of an input or output
 * changes. It must not change what is already migrated, because inputs carry no version.
 */
const MIGRATIONS: readonly ((state: JsonMap) => JsonMap)[] = [
  // For states that were written before they had a version.
  (state) => renameFields(renameFields(state, 'pin', { through: 'intermediateCsvs', along: 'dependencyCsvs' }),
    'timeouts', { short: 'terminalGrace', long: 'transientGrace' }),
];

/** The version that this release writes. */
export const SCHEMA_VERSION = MIGRATIONS.length;

/**
 * Returns inputs or outputs as this release writes them, whatever release wrote them.
 *
 * @param subject what the waiter waits for, for the error
 * @throws ResourceFailure if a newer release wrote them
 */
export function migrateState(subject: string, state: JsonMap): JsonMap {
  const version = typeof state[VERSION] === 'number' ? state[VERSION] : 0;
  if (version > SCHEMA_VERSION) {
    throw new ResourceFailure(subject, `${subject}: its state was written by a newer olm-constructs (schema ${version}, this release reads up to `
      + `${SCHEMA_VERSION}); update the package olm-constructs of the program, or the plugin olm-constructs if the program is in another language`);
  }
  return MIGRATIONS.slice(version).reduce((migrated, migrate) => migrate(migrated), state);
}

/**
 * Returns a provider that reads states of older releases, and writes the version of the schema into each state.
 *
 * @param subject what a waiter waits for, by its inputs
 */
export function withSchemaVersion(subject: (inputs: JsonMap) => string, provider: ResourceProvider): ResourceProvider {
  const migrated = (state: JsonMap): JsonMap => migrateState(subject(state), state);
  const versioned = (outputs: JsonMap): JsonMap => ({ ...outputs, [VERSION]: SCHEMA_VERSION });
  const written = async <Result>(call: () => Promise<Result>): Promise<Result> => {
    try {
      return await call();
    } catch (error) {
      throw error instanceof NotReadyError ? new NotReadyError(error.id, error.reasons, versioned(error.properties)) : error;
    }
  };
  return {
    check: provider.check,
    diff: async (id, outputs, inputs) => provider.diff(id, migrated(outputs), migrated(inputs)),
    create: (inputs) => written(async () => {
      const { id, outs } = await provider.create(inputs);
      return { id, outs: versioned(outs) };
    }),
    read: async (id, outputs) => {
      const found = await provider.read(id, migrated(outputs));
      return found.id === '' ? found : { id: found.id, props: versioned(found.props) };
    },
    update: (id, outputs, inputs) => written(async () => {
      const { outs } = await provider.update(id, migrated(outputs), migrated(inputs));
      return { outs: versioned(outs) };
    }),
    delete: async (id, outputs) => provider.delete(id, migrated(outputs)),
    find: async (id, settings) => {
      const found = await provider.find(id, settings);
      return found === undefined ? undefined : { ...found, outs: versioned(found.outs) };
    },
  };
}

function renameFields(state: JsonMap, input: string, names: { readonly [before: string]: string }): JsonMap {
  const value = state[input];
  return isMap(value)
    ? { ...state, [input]: Object.fromEntries(Object.entries(value).map(([key, found]) => [ownValue(names, key) ?? key, found])) } : state;
}
