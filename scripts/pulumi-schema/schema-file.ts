/** The schema of the Pulumi plugin, from which Pulumi generates packages for other languages. */
export const PULUMI_SCHEMA = 'lib/pulumi/plugin/schema.json';
