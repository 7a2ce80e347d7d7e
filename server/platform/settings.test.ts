import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { readSettings } from './settings.ts'

test('without any setting, the defaults serve a demo on loopback', () => {
  expect(readSettings({})).toMatchObject({
    host: '127.0.0.1',
    port: 8080,
    consoleHost: '127.0.0.1',
    consolePort: 8081,
    feed: { kind: 'simulated' },
    clock: 'real',
    databaseUrl: undefined,
    logLevel: 'info',
    publicUrl: 'http://127.0.0.1:8080',
    trustedProxies: [],
    defaultLanguage: 'en',
  })
})

test('the language of calls that say none is one of the seven', () => {
  expect(readSettings({ DEFAULT_LANGUAGE: 'zh' }).defaultLanguage).toBe('zh')
  expect(() => readSettings({ DEFAULT_LANGUAGE: 'de' })).toThrow(
    'DEFAULT_LANGUAGE must be en or zh or hk or jp or kor or xp or ydl, not "de"',
  )
})

test('to serve customers on every interface does not publish the console', () => {
  expect(readSettings({ HOST: '0.0.0.0' })).toMatchObject({ host: '0.0.0.0', consoleHost: '127.0.0.1' })
  expect(readSettings({ CONSOLE_HOST: '10.0.0.5' })).toMatchObject({
    host: '127.0.0.1',
    consoleHost: '10.0.0.5',
  })
})

test.each(['Plumb <no-reply@plumb.example>', 'no-reply@plumb.example'])(
  'mail may come from %s',
  (MAIL_FROM) => {
    expect(readSettings({ MAIL_URL: 'smtp://mail.example', MAIL_FROM }).mailFrom).toBe(MAIL_FROM)
  },
)

test('the last port is taken when the console is told its own', () => {
  expect(readSettings({ PORT: '65535', CONSOLE_PORT: '9000' })).toMatchObject({
    port: 65_535,
    consolePort: 9000,
  })
})

test('live prices come from all known sources, or from those that are named', () => {
  expect(readSettings({ MARKET_FEED: 'live' }).feed).toEqual({
    ...{ kind: 'live', sources: ['binance', 'kraken', 'coinbase', 'okx', 'bitstamp'] },
  })
  expect(readSettings({ MARKET_FEED: 'live', MARKET_SOURCES: 'okx, kraken,binance' }).feed).toEqual({
    ...{ kind: 'live', sources: ['binance', 'kraken', 'okx'] },
  })
})

test('the key of the vendor of what is no coin is in a setting or in a file of its own', () => {
  const folder = mkdtempSync(join(tmpdir(), 'plumb-key-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'massive')
  writeFileSync(file, 'abcDEF_123-456\n')
  for (const env of [{ MASSIVE_KEY: 'abcDEF_123-456' }, { MASSIVE_KEY_FILE: file }])
    expect(readSettings({ MARKET_FEED: 'live', ...env }).feed).toMatchObject({ massiveKey: 'abcDEF_123-456' })
  expect(readSettings({ MARKET_FEED: 'live', MASSIVE_KEY: '' }).feed).not.toHaveProperty('massiveKey')

  writeFileSync(file, 'two words of it\n')
  const wrong = [
    { MARKET_FEED: 'live', MASSIVE_KEY_FILE: file },
    { MARKET_FEED: 'live', MASSIVE_KEY: 'two words of it' },
    { MARKET_FEED: 'live', MASSIVE_KEY: 'words-of-it', MASSIVE_KEY_FILE: file },
    { MASSIVE_KEY: 'words-of-it' },
  ]
  for (const env of wrong) {
    expect(() => readSettings(env)).toThrow(/^MASSIVE_KEY/)
    // It is a secret: what is said of it never says it.
    expect(() => readSettings(env)).not.toThrow(/of.it/)
  }
})

test('trusted proxies are a list of addresses and ranges', () => {
  const { trustedProxies } = readSettings({ TRUSTED_PROXY: '127.0.0.1, 10.0.0.0/8,fd00::/8' })
  expect(trustedProxies).toEqual(['127.0.0.1', '10.0.0.0/8', 'fd00::/8'])
})

test.each([
  'http://collector:4318',
  'https://plumb:100%25@collector:4318',
  'http://plumb:word@127.0.0.1:4318',
  'http://plumb:word@localhost:4318',
  'http://plumb:word@[::1]:4318',
])('traces may go to %s', (OTLP_URL) => {
  expect(readSettings({ OTLP_URL }).otlpUrl).toBe(OTLP_URL)
})

test.each([
  [{ PORT: 'eighty' }, /^PORT must be a port/],
  [{ PORT: '70000' }, /^PORT must be a port/],
  [{ PORT: '8080', CONSOLE_PORT: '8080' }, /^CONSOLE_PORT must differ/],
  [{ DATABASE_URL: 'mysql://x' }, /^DATABASE_URL must be/],
  [{ DATABASE_URL: 'localhost' }, /^DATABASE_URL must be/],
  [{ HISTORY_URL: 'postgres://a@b/c' }, /^HISTORY_URL needs DATABASE_URL/],
  [{ HISTORY_URL: 'mysql://x', DATABASE_URL: 'postgres://a@b/c' }, /^HISTORY_URL must be/],
  [
    { HISTORY_URL: 'postgres://other@b/c', DATABASE_URL: 'postgres://a@b/c' },
    /^HISTORY_URL must name another database/,
  ],
  [
    { HISTORY_KEEP_MONTHS: '13', DATABASE_URL: 'postgres://a@b/c' },
    /^HISTORY_KEEP_MONTHS is for HISTORY_URL/,
  ],
  ...['12', '25', 'all'].map((months): [Record<string, string>, RegExp] => [
    { HISTORY_KEEP_MONTHS: months, HISTORY_URL: 'postgres://a@b/d', DATABASE_URL: 'postgres://a@b/c' },
    /^HISTORY_KEEP_MONTHS must be from 13 to 24, not/,
  ]),
  [{ PORT: '65535' }, /^CONSOLE_PORT must be set: .* PORT=65535/],
  [{ MAIL_URL: 'http://x' }, /^MAIL_URL must be/],
  [{ MAIL_URL: 'smtp://', MAIL_FROM: 'a@b.example' }, /^MAIL_URL must name a host/],
  [{ MAIL_URL: 'smtp://:25', MAIL_FROM: 'a@b.example' }, /^MAIL_URL must/],
  [{ MAIL_URL: 'smtp://mail.example' }, /^MAIL_FROM must be set/],
  [{ MAIL_FROM: 'Plumb' }, /^MAIL_FROM must be an address/],
  [{ MAIL_FROM: 'Plumb <a@b.example>, <c@d.example>' }, /^MAIL_FROM must be an address/],
  [{ MAIL_FROM: 'a@b.example\nBcc: c@d.example' }, /^MAIL_FROM must be an address/],
  [{ MARKET_FEED: `replay:${import.meta.filename}` }, /^MARKET_FEED replays .*, which is a file/],
  [{ MARKET_FEED: 'magic' }, /^MARKET_FEED must be/],
  [{ MARKET_FEED: 'replay:/no/such/folder' }, /no such folder/],
  [{ MARKET_FEED: 'live', MARKET_SOURCES: 'binance,kraken' }, /^MARKET_SOURCES must name at least 3 .*okx/],
  [
    { MARKET_FEED: 'live', MARKET_SOURCES: 'binance,kraken,kraken' },
    /^MARKET_SOURCES must name .* different/,
  ],
  [{ MARKET_SOURCES: 'binance,kraken,okx,mtgox' }, /^MARKET_SOURCES .* not "binance,kraken,okx,mtgox"/],
  [
    { MARKET_FEED: 'live', MASSIVE_KEY_FILE: '/no/such/file' },
    /^MASSIVE_KEY_FILE must name a file .*\/no\/such/,
  ],
  [{ CLOCK: 'sundial' }, /^CLOCK must be/],
  [{ CLOCK: 'virtual', MARKET_FEED: 'live' }, /^CLOCK=virtual cannot/],
  [{ CLOCK: 'virtual', NODE_ENV: 'production' }, /^CLOCK=virtual cannot/],
  [{ TRUSTED_PROXY: 'true' }, /^TRUSTED_PROXY must be addresses/],
  [{ TRUSTED_PROXY: '10.0.0.1,nginx' }, /^TRUSTED_PROXY .* not "nginx"/],
  [{ TRUSTED_PROXY: '10.0.0.0/40' }, /^TRUSTED_PROXY must/],
  [{ OTLP_URL: 'grpc://collector:4317' }, /^OTLP_URL must be an address that begins with http:/],
  [{ OTLP_URL: 'http://plumb:word@collector:4318' }, /^OTLP_URL must begin with https:.*machine$/],
  [{ OTLP_URL: 'http://:word@127.0.0.1.example:4318' }, /^OTLP_URL must begin with https:/],
  [{ OTLP_URL: 'https://plumb:100%@collector:4318' }, /^OTLP_URL: in its user .* write % as %25$/],
  [{ OTLP_URL: 'https://%@collector:4318' }, /^OTLP_URL: in its user/],
  [{ LOG_LEVEL: 'loud' }, /^LOG_LEVEL must be/],
  [{ ROLE: 'market' }, /^ROLE must be all or api or engine or jobs, not "market"$/],
  [{ ROLE: 'engine', ENGINES: 'spot' }, /^ROLE=engine needs DATABASE_URL/],
  [{ ROLE: 'engine', DATABASE_URL: 'postgres://a@b/c' }, /^ROLE=engine needs ENGINES: .* of spot$/],
  [
    { ROLE: 'engine', ENGINES: 'spot', DATABASE_URL: 'postgres://a@b/c' },
    /^ROLE=engine needs BUS: HOST:PORT/,
  ],
  [
    { ROLE: 'engine', ENGINES: 'spot,option', DATABASE_URL: 'postgres://a@b/c', BUS: 'host:7070' },
    /^ENGINES must name engines of spot, .* not "spot,option"$/,
  ],
  [{ ENGINES: 'spot' }, /^ENGINES is of ROLE=engine: .* ROLE=all$/],
  [{ ENGINES_APART: 'all' }, /^ENGINES_APART must name engines of spot/],
  [{ ENGINES_APART: 'spot', DATABASE_URL: 'postgres://a@b/c' }, /^ENGINES_APART needs BUS/],
  [{ ROLE: 'api', ENGINES_APART: 'spot', DATABASE_URL: 'postgres://a@b/c' }, /^ENGINES_APART is of ROLE=all/],
  [
    { ENGINES_APART: 'spot', DATABASE_URL: 'postgres://a@b/c', BUS: 'host:7070', CLOCK: 'virtual' },
    /^ENGINES_APART cannot be used with CLOCK=virtual/,
  ],
  [{ REDIS_URL: 'http://127.0.0.1:6379' }, /^REDIS_URL must be redis:/],
  [{ REDIS_URL: 'redis://:word' }, /^REDIS_URL must be redis:/],
  [{ REDIS_URL: 'redis://' }, /^REDIS_URL must be redis:/],
  [{ REDIS_URL: 'redis://:100%@host' }, /^REDIS_URL must be .* % as %25$/],
  [{ REDIS_URL: 'redis://:pass/word@host' }, /^REDIS_URL must be .* \/ as %2F/],
  [{ REDIS_URL: 'rediss://host:6379/first' }, /^REDIS_URL must be .*\/NUMBER/],
  [{ REDIS_URL: 'redis://host:6379?tls=1' }, /^REDIS_URL must be/],
  [{ ROLE: 'api' }, /^ROLE=api needs DATABASE_URL/],
  [{ ROLE: 'jobs' }, /^ROLE=jobs needs DATABASE_URL/],
  [{ ROLE: 'api', DATABASE_URL: 'postgres://a@b/c', BUS: 'host:7070' }, /^BUS is of processes with engines/],
  [{ BUS: '127.0.0.1:7070' }, /^BUS needs DATABASE_URL/],
  [{ BUS: '7070', DATABASE_URL: 'postgres://a@b/c' }, /^BUS must be HOST:PORT/],
  [{ BUS: 'host:70700', DATABASE_URL: 'postgres://a@b/c' }, /^BUS must be HOST:PORT/],
  [
    { ROLE: 'api', DATABASE_URL: 'postgres://a@b/c', CLOCK: 'virtual' },
    /^CLOCK=virtual cannot be used with ROLE=api/,
  ],
])('%j is refused with one clear line', (env, line) => {
  expect(() => readSettings(env)).toThrow(line)
  try {
    readSettings(env)
  } catch (error) {
    expect((error as Error).message).not.toContain('\n')
  }
})
