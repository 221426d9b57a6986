import * as pulumi from '@pulumi/pulumi';
import { ClusterCatalog, ClusterExtension } from 'olm-constructs/pulumi';

/** A catalog and an operator of OLM v1, each waited for. Settings of the stack select image and version. */
const config = new pulumi.Config();
const wait = { timeouts: { total: 120, transientGrace: 4, terminalGrace: 2 } };

const catalog = new ClusterCatalog('team', { name: 'team', image: config.require('image'), wait });
const hello = new ClusterExtension('hello', { packageName: 'hello-operator', name: 'hello', namespace: 'hello', catalogs: [catalog], version: config.require('version'), wait });

export const resolvedImage = catalog.resolvedImage;
export const bundleName = hello.bundleName;
