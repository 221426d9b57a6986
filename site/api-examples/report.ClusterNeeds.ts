import { Bundle } from 'olm-constructs/bundle';
import { ClusterApis, ClusterNeeds } from 'olm-constructs/report';

const needs = ClusterNeeds.of(Bundle.fromDirectory('examples/quickstart/bundle'));
console.log(needs.missingFrom(ClusterApis.of('apps/v1'), '1.34.0'));
