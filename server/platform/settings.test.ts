import { expect, test } from 'vitest'
import { readSettings } from './settings.ts'

test('without any setting, the defaults serve a demo on loopback', () => {
  expect(readSettings({})).toMatchObject({
    host: '127.0.0.1',
    port: 8080,
    consolePort: 8081,
    feed: { kind: 'simulated' },
    clock: 'real',
    databaseUrl: undefined,
    logLevel: 'info',
    publicUrl: 'http://127.0.0.1:8080',
    trustedProxies: [],
  })
})

test('trusted proxies are a list of addresses and ranges', () => {
  const { trustedProxies } = readSettings({ TRUSTED_PROXY: '127.0.0.1, 10.0.0.0/8,fd00::/8' })
  expect(trustedProxies).toEqual(['127.0.0.1', '10.0.0.0/8', 'fd00::/8'])
})

test.each([
  [{ PORT: 'eighty' }, /^PORT must be a port/],
  [{ PORT: '70000' }, /^PORT must be a port/],
  [{ PORT: '8080', CONSOLE_PORT: '8080' }, /^CONSOLE_PORT must differ/],
  [{ DATABASE_URL: 'mysql://x' }, /^DATABASE_URL must be/],
  [{ DATABASE_URL: 'localhost' }, /^DATABASE_URL must be/],
  [{ MAIL_URL: 'http://x' }, /^MAIL_URL must be/],
  [{ MARKET_FEED: 'magic' }, /^MARKET_FEED must be/],
  [{ MARKET_FEED: 'replay:/no/such/folder' }, /no such folder/],
  [{ CLOCK: 'sundial' }, /^CLOCK must be/],
  [{ CLOCK: 'virtual', MARKET_FEED: 'live' }, /^CLOCK=virtual cannot/],
  [{ CLOCK: 'virtual', NODE_ENV: 'production' }, /^CLOCK=virtual cannot/],
  [{ TRUSTED_PROXY: 'true' }, /^TRUSTED_PROXY must be addresses/],
  [{ TRUSTED_PROXY: '10.0.0.1,nginx' }, /^TRUSTED_PROXY .* not "nginx"/],
  [{ TRUSTED_PROXY: '10.0.0.0/40' }, /^TRUSTED_PROXY must/],
  [{ LOG_LEVEL: 'loud' }, /^LOG_LEVEL must be/],
  [{ ROLE: 'engine' }, /^ROLE must be/],
])('%j is refused with one clear line', (env, line) => {
  expect(() => readSettings(env)).toThrow(line)
  try {
    readSettings(env)
  } catch (error) {
    expect((error as Error).message).not.toContain('\n')
  }
})
