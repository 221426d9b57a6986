// jest records 100 calls for each error, also for those that `expect` and each promise of Pulumi make and nobody reads.
Error.stackTraceLimit = 20;
