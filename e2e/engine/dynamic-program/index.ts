import * as pulumi from '@pulumi/pulumi';
import { noteProvider } from './note-provider';

/** Two notes; the second one contains the first one's content. Settings of the stack vary them. */
class Note extends pulumi.dynamic.Resource {
  declare public readonly content: pulumi.Output<string>;

  public constructor(name: string, args: { folder: string; name: string; content: pulumi.Input<string> }, options?: pulumi.CustomResourceOptions) {
    super(noteProvider, name, args, options, undefined, 'Note');
  }
}

const config = new pulumi.Config();
const folder = config.require('folder');
const first = new Note('first', { folder, name: config.get('name') ?? 'first', content: config.get('content') ?? 'hello' });
new Note('second', { folder, name: 'second', content: pulumi.secret(pulumi.interpolate`after ${first.content}`) }, { dependsOn: first });
