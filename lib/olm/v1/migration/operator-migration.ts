/** Actor of a step of a migration. */
export enum MigrationActor {
  /** The user, with the commands of the step. */
  BY_HAND = 'by hand',

  /** OLM, or the tool that applies the program's objects, once the previous steps are done. */
  BY_ITSELF = 'by itself',
}

/** A step of a migration. */
export interface MigrationStep {
  /** Actor of the step. */
  readonly actor: MigrationActor;

  /** What happens, as a sentence. */
  readonly description: string;

  /** Commands for the step, or an empty list if it needs none. */
  readonly commands: string[];
}

/** How an operator moves from OLM v0 to OLM v1. */
export interface OperatorMigration {
  /** Construct path of the operator in the app, or the name of the bundle for a bundle without an app. */
  readonly operator: string;

  /** Name of the bundle, or an empty string if the content of the catalog is unknown. */
  readonly bundle: string;

  /** Reasons why OLM v1 would not install the bundle, as sentences, or an empty list if it would. If there are any, there are no steps. */
  readonly refusals: string[];

  /** Steps, in order. */
  readonly steps: MigrationStep[];

  /** What is lost or works differently afterwards, as sentences. */
  readonly losses: string[];
}
