# The contents of node:…-bookworm-slim, for a machine that reaches Debian and npm but no image registry.
FROM scratch
ADD debian.tar /
COPY node /usr/local/bin/node
COPY npm /usr/local/lib/node_modules/npm
# a company's proxy may sign with its own certificate authority
COPY ca-certificates.crt /etc/ssl/certs/ca-certificates.crt
# like the public image: apt writes no caches
RUN printf 'Dir::Cache::pkgcache "";\nDir::Cache::srcpkgcache "";\n' > /etc/apt/apt.conf.d/docker-clean
RUN useradd --create-home --uid 1000 node && ln -s ../lib/node_modules/npm/bin/npm-cli.js /usr/local/bin/npm
ENV NODE_EXTRA_CA_CERTS=/etc/ssl/certs/ca-certificates.crt
CMD ["node"]
