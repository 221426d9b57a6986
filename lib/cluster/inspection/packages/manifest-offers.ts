import { OfferedChannel, PackageOffer } from './package-offer';
import { fieldAt, JsonMap, mapListField, stringField } from '../../../formats/json/json-value';
import { KubernetesObject } from '../../waiting/view/kubernetes-object';

/** Returns what a PackageManifest of packageserver offers. Its entries are ordered, but it has no upgrade edges. */
export function manifestOffer({ metadata, status }: KubernetesObject): PackageOffer {
  const channels = mapListField(status, 'channels');
  const defaultChannel = stringField(status, 'defaultChannel') ?? '';
  const head = channels.find((channel) => stringField(channel, 'name') === defaultChannel) ?? channels[0];
  const description = fieldAt(head, 'currentCSVDesc');
  const provider = stringField(fieldAt(status, 'provider'), 'name') ?? stringField(fieldAt(description, 'provider'), 'name');
  const displayName = stringField(description, 'displayName');
  return {
    name: stringField(status, 'packageName') ?? metadata.name,
    catalog: `${stringField(status, 'catalogSourceNamespace') ?? ''}/${stringField(status, 'catalogSource') ?? ''}`,
    ...optional('displayName', displayName), ...optional('provider', provider), ...deprecation(status), defaultChannel,
    channels: channels.map(channelOffer),
    installModes: mapListField(description, 'installModes').filter((mode) => mode['supported'] === true).map((mode) => stringField(mode, 'type') ?? ''),
    ownedApis: mapListField(fieldAt(description, 'customresourcedefinitions'), 'owned').map((crd) => {
      const name = stringField(crd, 'name') ?? '';
      return apiTitle(name.slice(name.indexOf('.') + 1), stringField(crd, 'version') ?? '', stringField(crd, 'kind') ?? '');
    }),
  };
}

/** Returns the name of an API for a list. */
export function apiTitle(group: string, version: string, kind: string): string {
  return `${group}/${version} ${kind}`;
}

function channelOffer(channel: JsonMap): OfferedChannel {
  const head = stringField(channel, 'currentCSV') ?? '';
  const headVersion = stringField(fieldAt(channel, 'currentCSVDesc'), 'version') ?? '';
  const entries = mapListField(channel, 'entries').map((entry) => ({
    name: stringField(entry, 'name') ?? '', version: stringField(entry, 'version') ?? '', ...deprecation(entry),
  }));
  // Old releases of packageserver list no entries.
  return {
    name: stringField(channel, 'name') ?? '', head, headVersion, ...deprecation(channel),
    versions: entries.length === 0 ? [{ name: head, version: headVersion }] : entries,
  };
}

function deprecation(of: unknown): { readonly deprecation?: string } {
  return optional('deprecation', stringField(fieldAt(of, 'deprecation'), 'message'));
}

function optional<Key extends string>(key: Key, value: string | undefined): { readonly [key in Key]?: string } {
  return (value === undefined || value === '' ? {} : { [key]: value }) as { readonly [key in Key]?: string };
}
