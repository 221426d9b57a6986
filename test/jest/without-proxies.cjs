// A test contacts nothing but loopback, and must not behave differently behind the proxy of a developer or a CI system.
for (const name of ['HTTPS_PROXY', 'HTTP_PROXY', 'NO_PROXY', 'ALL_PROXY']) {
  delete process.env[name];
  delete process.env[name.toLowerCase()];
}
