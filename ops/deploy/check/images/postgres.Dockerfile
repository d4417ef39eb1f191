# PostgreSQL as in development, with the parts of the public image's first start that compose.yaml uses.
ARG NODE_IMAGE
FROM ${NODE_IMAGE}
RUN apt-get update && apt-get install -y --no-install-recommends postgresql-client && rm -rf /var/lib/apt/lists/* \
  && useradd --system --home-dir /var/lib/postgresql postgres
COPY native /opt/postgresql
COPY start-postgres.sh /usr/local/bin/
ENV PATH=/opt/postgresql/bin:$PATH
VOLUME /var/lib/postgresql
CMD ["start-postgres.sh"]
