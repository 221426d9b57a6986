// Node with cdk8s loaded, and nothing done.
require('cdk8s');
