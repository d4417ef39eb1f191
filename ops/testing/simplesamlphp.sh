#!/bin/sh
# Tests our SAML reader against a real identity provider: SimpleSAMLphp, as packaged by Debian 12. Nothing is installed: the packages are
# downloaded (20 MB) and unpacked into a temporary folder, where PHP's own server runs during the test.
#   sh ops/testing/simplesamlphp.sh
set -eu
here=$(cd "$(dirname "$0")/../.." && pwd)
place=${TRY_FOLDER:-$(mktemp -d)}
port=${TRY_PORT:-8399}
mkdir -p "$place" && cd "$place"
if [ ! -d root ]; then
  apt-get download -qq simplesamlphp php8.2-cli php8.2-common php8.2-xml php8.2-mbstring php8.2-curl libargon2-1 libsodium23 libxml2 \
    libxslt1.1 libonig5 libedit2 libicu72
  mkdir root && for package in *.deb; do dpkg -x "$package" root; done
fi
mkdir -p config/metadata cert data log tmp
openssl req -newkey rsa:2048 -x509 -nodes -days 2 -subj /CN=idp -keyout cert/server.pem -out cert/server.crt 2>/dev/null
base="http://127.0.0.1:$port"

cat > config/config.php <<PHP
<?php
\$config = [
  'baseurlpath' => '$base/', 'certdir' => '$place/cert/', 'loggingdir' => '$place/log/', 'datadir' => '$place/data/',
  'tempdir' => '$place/tmp', 'secretsalt' => 'of this try', 'auth.adminpassword' => 'of this try', 'timezone' => 'UTC',
  'technicalcontact_name' => 'nobody', 'technicalcontact_email' => 'na@example.org', 'logging.handler' => 'file',
  'enable.saml20-idp' => true, 'module.enable' => ['exampleauth' => true, 'core' => true, 'saml' => true],
  'session.cookie.secure' => false, 'session.phpsession.savepath' => '$place/tmp', 'store.type' => 'phpsession',
  'language.default' => 'en', 'theme.use' => 'default', 'metadata.sources' => [['type' => 'flatfile']],
  'metadatadir' => '$place/config/metadata/',
];
PHP
cat > config/authsources.php <<'PHP'
<?php
$config = ['people' => ['exampleauth:UserPass',
  'ada:adapass' => ['uid' => ['ada'], 'mail' => ['ada@school.example'], 'givenName' => ['Ada'], 'eduPersonAffiliation' => ['staff', 'member']]]];
PHP
cat > config/metadata/saml20-idp-hosted.php <<'PHP'
<?php
$metadata['__DYNAMIC:1__'] = ['host' => '__DEFAULT__', 'privatekey' => 'server.pem', 'certificate' => 'server.crt', 'auth' => 'people',
  'signature.algorithm' => 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256'];
PHP
cat > config/metadata/saml20-sp-remote.php <<'PHP'
<?php
foreach (['assertion' => [true, false], 'response' => [false, true], 'both' => [true, true]] as $name => [$assertion, $response]) {
  $metadata["https://learn.example/$name"] = ['AssertionConsumerService' => 'https://learn.example/acs',
    'saml20.sign.assertion' => $assertion, 'saml20.sign.response' => $response,
    'NameIDFormat' => 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent',
    'authproc' => [1 => ['class' => 'saml:AttributeNameID', 'attribute' => 'uid', 'Format' => 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent']]];
}
PHP
{
  echo "extension_dir=$place/root/usr/lib/php/20220829"
  for name in ctype dom iconv mbstring posix simplexml tokenizer xml xmlreader xmlwriter curl fileinfo; do echo "extension=$name"; done
  echo 'error_reporting=E_ALL & ~E_DEPRECATED & ~E_WARNING'
} > php.ini

export LD_LIBRARY_PATH="$place/root/usr/lib/x86_64-linux-gnu" SIMPLESAMLPHP_CONFIG_DIR="$place/config"
"$place/root/usr/bin/php8.2" -n -c php.ini -S "127.0.0.1:$port" -t root/usr/share/simplesamlphp/www > log/php.log 2>&1 &
server=$!
unset LD_LIBRARY_PATH
trap 'kill $server' EXIT
cd "$here" && node ops/testing/simplesamlphp.ts "$base"
