/** A cluster or a dump cannot be inspected. The message contains the remedy and no secrets. */
export class InspectionError extends Error {
  public constructor(message: string) {
    super(message);
    this.name = 'InspectionError';
  }
}
