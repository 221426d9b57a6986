/** Fields of a CatalogSource that do not depend on the source of its content. */
export interface CatalogFields {
  readonly displayName: string;
  readonly publisher?: string | undefined;
  readonly description?: string | undefined;
  readonly icon?: { readonly base64Data: string; readonly mediaType: string } | undefined;
  readonly priority?: number | undefined;
  /** Names of the pull secrets that OLM unpacks bundle images with. */
  readonly secrets?: readonly string[] | undefined;
}

/** Returns the spec fields of a CatalogSource that are set. */
export function catalogFields(fields: CatalogFields): { readonly displayName: string; readonly [field: string]: unknown } {
  const { displayName, publisher, description, icon, priority, secrets = [] } = fields;
  return {
    displayName,
    ...(publisher === undefined ? {} : { publisher }),
    ...(description === undefined ? {} : { description }),
    ...(icon === undefined ? {} : { icon: { base64Data: icon.base64Data, mediatype: icon.mediaType } }),
    ...(priority === undefined ? {} : { priority }),
    ...(secrets.length > 0 ? { secrets: [...secrets] } : {}),
  };
}
