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
  })
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
