import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { addressSubject } from '../src/domain/channels/throttle.ts';
import { isNetwork, networks } from '../src/lib/networks.ts';

test('networks in CIDR notation and single addresses are accepted', () => {
  for (const text of [
    '10.0.0.0/8',
    '127.0.0.1',
    '0.0.0.0/0',
    'fd00::/8',
    '::1',
    '::/0',
    '10.1.2.3/32',
    '2001:db8::/128',
  ])
    assert.ok(isNetwork(text), text);
  for (const text of [
    '',
    'localhost',
    '10.0.0.0/33',
    '::/129',
    '10.0.0/8',
    '10.0.0.0/',
    '/8',
    '10.0.0.0/-1',
    '10.0.0.0/8/8',
  ])
    assert.ok(!isNetwork(text), text);
});

test('an address is inside the networks that contain it', () => {
  const inside = networks(['10.0.0.0/8', '192.0.2.7', 'fd00::/8', '::1']);
  for (const address of [
    '10.0.0.0',
    '10.255.255.255',
    '192.0.2.7',
    'fdff::1',
    '::1',
    '::ffff:10.1.2.3',
    '::ffff:a01:203',
  ])
    assert.ok(inside(address), address);
  for (const address of ['11.0.0.0', '192.0.2.8', 'fe00::1', '::2', '::ffff:11.0.0.1', '', 'localhost', '10.0.0.0/8'])
    assert.ok(!inside(address), address);
});

test('no address is inside an empty list of networks', () => {
  for (const address of ['127.0.0.1', '::1']) assert.ok(!networks([])(address));
});

const group = fc.integer({ min: 0, max: 0xffff });

test('all addresses of an IPv6 /64 share one key, those of another /64 have another', () => {
  const network = fc.tuple(fc.integer({ min: 0x2000, max: 0x3fff }), group, group, group);
  const host = fc.tuple(group, group, group, group);
  const text = (groups: number[]) => groups.map((value) => value.toString(16)).join(':');
  fc.assert(
    fc.property(network, host, host, (high, low, otherLow) => {
      const subject = addressSubject(text([...high, ...low]));
      assert.equal(addressSubject(text([...high, ...otherLow])), subject);
      assert.equal(addressSubject(new URL(`http://[${text([...high, ...otherLow])}]`).hostname.slice(1, -1)), subject);
      const next = high.with(3, (high[3] + 1) & 0xffff);
      assert.notEqual(addressSubject(text([...next, ...low])), subject);
    }),
  );
});

test('an IPv4 address has its own key, mapped into IPv6 or not', () => {
  fc.assert(
    fc.property(fc.ipV4(), (address) => {
      assert.equal(addressSubject(address), `address ${address}`);
      assert.equal(addressSubject(`::ffff:${address}`), `address ${address}`);
      assert.equal(addressSubject(new URL(`http://[::ffff:${address}]`).hostname.slice(1, -1)), `address ${address}`);
    }),
  );
});
