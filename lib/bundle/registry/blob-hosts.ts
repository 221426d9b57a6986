/**
 * Hosts that public registries are known to redirect to, for tokens and layers. For a registry that is not listed, or that has
 * changed since, the error names the host and the option that allows it.
 */
export const KNOWN_HOSTS: readonly (readonly [registry: string, hosts: readonly string[]])[] = [
  ['registry-1.docker.io', ['auth.docker.io', 'production.cloudflare.docker.com', '*.r2.cloudflarestorage.com']],
  ['quay.io', ['quayio-production-s3.s3.amazonaws.com']],
  ['ghcr.io', ['pkg-containers.githubusercontent.com']],
  ['gcr.io', ['storage.googleapis.com']],
  ['*.gcr.io', ['storage.googleapis.com']],
  ['*.pkg.dev', ['storage.googleapis.com']],
  ['registry.k8s.io', ['*.pkg.dev', '*.amazonaws.com', 'storage.googleapis.com']],
  ['public.ecr.aws', ['*.cloudfront.net']],
  ['*.amazonaws.com', ['*.amazonaws.com']],
  ['*.azurecr.io', ['*.blob.core.windows.net']],
  ['mcr.microsoft.com', ['*.data.mcr.microsoft.com']],
  ['registry.gitlab.com', ['gitlab.com', 'cdn.registry.gitlab-static.net', 'storage.googleapis.com']],
  ['registry.redhat.io', ['sso.redhat.com', 'registry.connect.redhat.com', '*.quay.io']],
  ['registry.connect.redhat.com', ['sso.redhat.com', 'registry.redhat.io', '*.quay.io']],
  ['registry.access.redhat.com', ['sso.redhat.com', '*.quay.io']],
];
