/** Who carries out a step of a migration. */
export enum MigrationActor {
  /** You, with the commands of the step. */
  BY_HAND = 'by hand',

  /** OLM, or the tool that applies the program's objects, once the steps before are done. */
  BY_ITSELF = 'by itself',
}

/** A step of a migration. */
export interface MigrationStep {
  /** Who carries out the step. */
  readonly actor: MigrationActor;

  /** What happens, as a sentence. */
  readonly description: string;

  /** Commands for the step; empty if it needs none. */
  readonly commands: string[];
}

/** How an operator moves from OLM v0 to OLM v1. */
export interface OperatorMigration {
  /** Construct path of the operator in the app; the name of the bundle for a bundle without an app. */
  readonly operator: string;

  /** Name of the bundle; empty if the app does not know the content of the catalog. */
  readonly bundle: string;

  /** Why OLM v1 would not install the bundle, as sentences; empty if it would. There are no steps then. */
  readonly refusals: string[];

  /** Steps, in order. */
  readonly steps: MigrationStep[];

  /** What is lost or works in another way afterwards, as sentences. */
  readonly losses: string[];
}
