import { expect, it } from 'vitest';
import { levelsOf, networkOf, siteOf } from './networks.ts';

it.each([
  ['192.0.2.7', '192.0.2.7', null],
  ['::ffff:192.0.2.7', '192.0.2.7', null],
  ['::FFFF:c000:207', '192.0.2.7', null],
  ['2001:db8:1:2::1', '2001:db8:1:2::/64', '2001:db8:1::/48'],
  ['2001:db8:1:2:ffff:ffff:ffff:ffff', '2001:db8:1:2::/64', '2001:db8:1::/48'],
  ['2001:0DB8:0001:0002:0:0:0:1', '2001:db8:1:2::/64', '2001:db8:1::/48'],
  ['2001:db8:1:3::1', '2001:db8:1:3::/64', '2001:db8:1::/48'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64', 'fe80:0:0::/48'],
  ['::1', '0:0:0:0::/64', '0:0:0::/48'],
  ['::', '0:0:0:0::/64', '0:0:0::/48'],
  ['1:2:3:4:5:6:7::', '1:2:3:4::/64', '1:2:3::/48'],
  ['somewhere', 'somewhere', null],
  ['', '', null],
])('%s is counted as %s, and with %s', (address, network, site) => {
  expect([networkOf(address), siteOf(address)]).toEqual([network, site]);
});

it.each([
  ['192.0.2.7', ['192.0.2.7', '192.0.2.0/24']],
  ['::ffff:192.0.2.7', ['192.0.2.7', '192.0.2.0/24']],
  ['2001:db8:1:234::1', ['2001:db8:1:234::/64', '2001:db8:1:200::/56', '2001:db8:1::/48', '2001:db8::/32']],
  ['2001:db8:1:2ff:1::1', ['2001:db8:1:2ff::/64', '2001:db8:1:200::/56', '2001:db8:1::/48', '2001:db8::/32']],
  ['2001:db8:2:2ff::1', ['2001:db8:2:2ff::/64', '2001:db8:2:200::/56', '2001:db8:2::/48', '2001:db8::/32']],
  ['::1', ['0:0:0:0::/64', '0:0:0:0::/56', '0:0:0::/48', '0:0::/32']],
  ['somewhere', ['somewhere']],
])('%s belongs to %s', (address, levels) => {
  expect(levelsOf(address)).toEqual(levels);
  // a network has the levels of its addresses
  expect(levelsOf(networkOf(address))).toEqual(levels);
});
