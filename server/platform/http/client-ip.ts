import { BlockList, isIP, isIPv4, isIPv6 } from 'node:net'

/** Whether an address is a trusted reverse proxy. */
export type IsProxy = (ip: string) => boolean

/** Whether a text is an address or a range of addresses: 10.0.0.1, 10.0.0.0/8, fd00::/8. */
export function isIpRange(text: string): boolean {
  const [ip = '', bits, ...more] = text.split('/')
  const version = isIP(ip)
  if (version === 0 || more.length > 0) return false
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128))
}

/** Builds the check for a list of addresses and ranges. */
export function proxiesIn(ranges: readonly string[]): IsProxy {
  const known = new BlockList()
  for (const range of ranges) {
    const [ip = '', bits] = range.split('/')
    const family = isIPv4(ip) ? 'ipv4' : 'ipv6'
    if (bits === undefined) known.addAddress(ip, family)
    else known.addSubnet(ip, Number(bits), family)
  }
  return (ip) => isIP(ip) !== 0 && known.check(ip, isIPv4(ip) ? 'ipv4' : 'ipv6')
}

/**
 * The address of the caller: each trusted proxy appends its peer to `X-Forwarded-For`; entries before the
 * first untrusted one can be forged.
 */
export function clientIp(remote: string, forwardedFor: string | undefined, isProxy: IsProxy): string {
  const heard = (forwardedFor ?? '').split(',').map((text) => text.trim())
  let ip = remote
  while (isProxy(ip)) {
    const before = heard.pop()
    if (!before) break
    ip = before
  }
  return ip
}

/** What limits count an address as: an IPv6 customer has 2^64 addresses, and is counted by what they share. */
export const limitKey = (ip: string): string => networksOf(ip)[0]!

/** The networks that a caller may own, and which bits of the fourth group belong to each. */
const NETWORKS = [
  { bits: 64, mask: 0xffff },
  { bits: 56, mask: 0xff00 },
  { bits: 48, mask: 0 },
] as const

/** How much more each of the networks may do than the smallest one: several callers may share it. */
export const NETWORK_ALLOWANCES = [1, 2, 4] as const

/**
 * The networks an address is counted in, the smallest first: of IPv6 the /64, /56 and /48, which are what one
 * customer of a provider is given; else the address itself.
 */
export function networksOf(ip: string): readonly string[] {
  const [plain = ''] = ip.split('%')
  if (!isIPv6(plain)) return [ip]
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(plain)?.[1]
  if (mapped) return [mapped]
  const [head = '', tail] = new URL(`http://[${plain}]`).hostname.slice(1, -1).split('::')
  const groups = head === '' ? [] : head.split(':')
  const after = tail === undefined || tail === '' ? [] : tail.split(':')
  const zeros = Array<string>(8 - groups.length - after.length).fill('0')
  const [first, second, third, fourth = '0'] = [...groups, ...zeros, ...after]
  return NETWORKS.map(({ bits, mask }) => {
    const last = (Number.parseInt(fourth, 16) & mask).toString(16)
    return `${first}:${second}:${third}:${last}::/${bits}`
  })
}
