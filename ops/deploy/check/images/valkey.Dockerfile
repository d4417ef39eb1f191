# Debian 12 has no Valkey yet: its Redis speaks the same protocol.
ARG NODE_IMAGE
FROM ${NODE_IMAGE}
RUN apt-get update && apt-get install -y --no-install-recommends redis-server && rm -rf /var/lib/apt/lists/* \
  && printf '#!/bin/sh\nexec redis-server "$@" --protected-mode no\n' > /usr/local/bin/valkey-server && chmod 755 /usr/local/bin/valkey-server \
  && ln -s redis-cli /usr/bin/valkey-cli && mkdir /data && chown redis /data
WORKDIR /data
USER redis
VOLUME /data
CMD ["valkey-server"]
