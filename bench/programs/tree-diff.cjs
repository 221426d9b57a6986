// Summarizes the difference of two trees of manifests. Arguments: the folders of both.
const { ManifestTreeDiff } = require('../../build/lib/gitops');

const [before, after] = process.argv.slice(2);
console.log(ManifestTreeDiff.between(before, after).toMarkdown());
