// Only loads cdk8s.
require('cdk8s');
