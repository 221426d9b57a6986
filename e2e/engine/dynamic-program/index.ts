import * as pulumi from '@pulumi/pulumi';
import { noteProvider } from './note-provider';

/** Two notes, the second with a text of the first. The suite varies them by the stack's settings. */
class Note extends pulumi.dynamic.Resource {
  declare public readonly text: pulumi.Output<string>;

  public constructor(name: string, args: { folder: string; name: string; text: pulumi.Input<string> }, options?: pulumi.CustomResourceOptions) {
    super(noteProvider, name, args, options, undefined, 'Note');
  }
}

const config = new pulumi.Config();
const folder = config.require('folder');
const first = new Note('first', { folder, name: config.get('name') ?? 'first', text: config.get('text') ?? 'hello' });
new Note('second', { folder, name: 'second', text: pulumi.secret(pulumi.interpolate`after ${first.text}`) }, { dependsOn: first });
