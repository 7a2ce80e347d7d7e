import { describe, expect, test } from 'vitest'
import { clientIp, isIpRange, limitKey, proxiesIn } from './client-ip.ts'

describe('a trusted proxy', () => {
  test.each(['10.0.0.1', '10.0.0.0/8', '0.0.0.0/0', '::1', 'fd00::/8', '2001:db8::/128'])(
    'may be %s',
    (text) => {
      expect(isIpRange(text)).toBe(true)
    },
  )

  test.each([
    '',
    'proxy.example',
    '10.0.0',
    '10.0.0.0/33',
    '10.0.0.0/',
    '10.0.0.0/-1',
    'fd00::/129',
    '::1/8/8',
    'true',
  ])('cannot be %j', (text) => {
    expect(isIpRange(text)).toBe(false)
  })

  test('is known by address and range, also where IPv4 is written as IPv6', () => {
    const isProxy = proxiesIn(['10.0.0.0/8', '192.0.2.7', 'fd00::/8'])
    for (const ip of ['10.1.2.3', '::ffff:10.1.2.3', '192.0.2.7', 'fd12::1']) expect(isProxy(ip)).toBe(true)
    for (const ip of ['11.0.0.1', '192.0.2.8', 'fe80::1', '', 'unknown', '10.1.2.3, 10.1.2.4'])
      expect(isProxy(ip)).toBe(false)
  })
})

describe('where a call comes from', () => {
  const isProxy = proxiesIn(['10.0.0.0/8'])
  test.each([
    ['the socket says where no proxy forwards', '203.0.113.5', undefined, '203.0.113.5'],
    ['the socket says, whatever a stranger claims', '203.0.113.5', '198.51.100.1', '203.0.113.5'],
    ['a trusted proxy says', '10.0.0.1', '198.51.100.1', '198.51.100.1'],
    [
      'the first that is not ours, from the right',
      '10.0.0.1',
      '1.1.1.1, 198.51.100.1, 10.0.0.2',
      '198.51.100.1',
    ],
    ['the proxy itself asks', '10.0.0.1', undefined, '10.0.0.1'],
    ['one proxy asks through another', '10.0.0.1', '10.0.0.2', '10.0.0.2'],
  ])('%s', (_, remote, forwardedFor, ip) => {
    expect(clientIp(remote, forwardedFor, isProxy)).toBe(ip)
  })
})

describe('what limits count an address as', () => {
  test('IPv4 by the address, however it is written', () => {
    expect(limitKey('203.0.113.5')).toBe('203.0.113.5')
    expect(limitKey('::ffff:203.0.113.5')).toBe('203.0.113.5')
  })

  test('IPv6 by the network of 64 bits that one customer of a provider has', () => {
    const key = limitKey('2001:db8:1:2::1')
    for (const same of ['2001:db8:1:2:ffff:ffff:ffff:ffff', '2001:0db8:0001:0002::', '2001:DB8:1:2:0:0:0:9'])
      expect(limitKey(same)).toBe(key)
    for (const other of ['2001:db8:1:3::1', '2001:db8::1', '::1', '203.0.113.5'])
      expect(limitKey(other)).not.toBe(key)
    expect(limitKey('fe80::1%eth0')).toBe(limitKey('fe80::2'))
    expect(limitKey('::1')).toBe(limitKey('0:0:0:0:0:0:0:1'))
  })

  test('anything else as it is', () => {
    expect(limitKey('unknown')).toBe('unknown')
  })
})
