#!/bin/sh
set -e
data=/var/lib/postgresql/18
as_postgres() { setpriv --reuid=postgres --regid=postgres --clear-groups "$@"; }
if [ ! -s "$data/PG_VERSION" ]; then
  chown postgres:postgres /var/lib/postgresql
  printf '%s' "$POSTGRES_PASSWORD" > /tmp/password && chown postgres /tmp/password
  # unquoted, because the variable contains several options
  as_postgres initdb -D "$data" -U "$POSTGRES_USER" --pwfile=/tmp/password --auth-local=trust --auth-host=scram-sha-256 $POSTGRES_INITDB_ARGS
  rm /tmp/password
  echo 'host all all all scram-sha-256' >> "$data/pg_hba.conf"
  as_postgres pg_ctl -D "$data" -w -o "-c listen_addresses='' -c unix_socket_directories=/tmp" start
  as_postgres psql -h /tmp -U "$POSTGRES_USER" -d postgres -c "create database $POSTGRES_DB"
  as_postgres pg_ctl -D "$data" -w stop
fi
mkdir -p /var/run/postgresql && chown postgres /var/run/postgresql
exec setpriv --reuid=postgres --regid=postgres --clear-groups postgres -D "$data" -c listen_addresses='*' -c unix_socket_directories=/var/run/postgresql
