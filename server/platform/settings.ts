import { statSync } from 'node:fs'
import { resolve } from 'node:path'
import { type Language, languages } from '#domain/language.ts'
import { type ChainSettings, readChains } from './chain-settings.ts'
import { isIpRange } from './http/client-ip.ts'
import { withSecretFiles } from './secret-files.ts'
import { SettingError } from './setting-error.ts'

/** Where live prices can come from. */
export const marketSources = ['binance', 'kraken', 'coinbase', 'okx', 'bitstamp'] as const
export type MarketSource = (typeof marketSources)[number]

/** The products whose engine can have a process of its own: it shares no memory with another, and follows the tape. */
export const enginesThatCanBeApart = ['spot'] as const
export type EngineApart = (typeof enginesThatCanBeApart)[number]

/** With fewer nobody could tell which of two is wrong. */
const MIN_MARKET_SOURCES = 3

/** The settings a start needs, read from the environment and checked before anything else happens. */
export interface Settings {
  readonly host: string
  readonly port: number
  readonly consoleHost: string
  readonly consolePort: number
  readonly dataDir: string
  /** What personal data is encrypted with; a file in `dataDir` holds it otherwise. */
  readonly documentKey: Buffer | undefined
  readonly databaseUrl: string | undefined
  /** The database that months of the ledger move to; they leave for files alone without it. */
  readonly historyUrl: string | undefined
  /** How many whole months after its end a month stays in the ledger's own database; the usual number without it. */
  readonly historyKeepMonths: number | undefined
  /** What this process does: everything; or beside a process that does, calls and sockets, an engine of its own, or jobs. */
  readonly role: 'all' | 'api' | 'engine' | 'jobs'
  /** Which engines a process of ROLE=engine has; empty of other roles. */
  readonly engines: readonly EngineApart[]
  /** Which engines a process of ROLE=all leaves to those of ROLE=engine. */
  readonly enginesApart: readonly EngineApart[]
  /** Where this process listens for others while it has engines: HOST:PORT, as they reach it. */
  readonly bus: string | undefined
  /** Where all processes count limits together; each by itself without it. */
  readonly redisUrl: string | undefined
  readonly feed:
    | { readonly kind: 'simulated' }
    | { readonly kind: 'replay'; readonly folder: string }
    | {
        readonly kind: 'live'
        readonly sources: readonly MarketSource[]
        /** The key of the vendor of stocks, ETFs, futures and currencies; without it these have no live price. */
        readonly massiveKey?: string
      }
  readonly mailUrl: string | undefined
  /** Whom mails are from: an address, or a name and an address. */
  readonly mailFrom: string
  readonly smsUrl: string | undefined
  /** Push services beside those of the common browsers, as origins. */
  readonly pushOrigins: readonly string[]
  readonly publicUrl: string
  /** What calls that say no language are answered in, and what mail and messages to who makes them are in. */
  readonly defaultLanguage: Language
  /** The addresses and ranges of the reverse proxies before us. */
  readonly trustedProxies: readonly string[]
  /** The chains that deposits are seen on. */
  readonly chains: readonly ChainSettings[]
  /** The folder of lists of addresses that no money may go to: text files, an address a line. */
  readonly screeningLists: string | undefined
  /** Where traces are sent; none are made without it. */
  readonly otlpUrl: string | undefined
  readonly logLevel: string
  readonly clock: 'real' | 'virtual'
  readonly isProduction: boolean
  /** What is no error, and to be said at the start. */
  readonly warnings: readonly string[]
}

export { SettingError }

const LAST_PORT = 65_535
const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']

/**
 * Reads and checks every setting. Those of `secretSettings` may be in files.
 *
 * Refuses: (SettingError) with one line that names the setting, the value met and the values allowed.
 */
export function readSettings(given: Readonly<Record<string, string | undefined>>): Settings {
  const { env, warnings } = withSecretFiles(given)
  const port = readPort('PORT', env.PORT, 8080)
  const host = env.HOST || '127.0.0.1'
  const clock = oneOf('CLOCK', env.CLOCK, ['real', 'virtual'] as const)
  const feed = readFeed(env.MARKET_FEED, readSources(env.MARKET_SOURCES), readVendorKey(env.MASSIVE_KEY))
  const isProduction = env.NODE_ENV === 'production'
  const role = oneOf('ROLE', env.ROLE, ['all', 'api', 'engine', 'jobs'] as const)
  const bus = readBus(env.BUS)
  const databaseUrl = readDatabaseUrl('DATABASE_URL', env.DATABASE_URL)
  const history = readHistory(env, databaseUrl)
  if (bus && !databaseUrl)
    throw new SettingError('BUS needs DATABASE_URL: the embedded database is of one process alone')
  if (role !== 'all' && role !== 'engine' && bus)
    throw new SettingError(
      `BUS is of processes with engines: leave it out with ROLE=${role}, which finds what it needs in the database`,
    )
  if (role !== 'all' && !databaseUrl)
    throw new SettingError(`ROLE=${role} needs DATABASE_URL: the embedded database is of one process alone`)
  if (role !== 'all' && clock === 'virtual')
    throw new SettingError(
      `CLOCK=virtual cannot be used with ROLE=${role}: each process would have its own time`,
    )
  const own = readEngines(env, { role, bus, clock })
  if (clock === 'virtual' && feed.kind === 'live') {
    throw new SettingError('CLOCK=virtual cannot be used with MARKET_FEED=live: real prices do not wait')
  }
  if (clock === 'virtual' && isProduction)
    throw new SettingError('CLOCK=virtual cannot be used with NODE_ENV=production')
  const consolePort = readPort('CONSOLE_PORT', env.CONSOLE_PORT, port === 0 ? 0 : port + 1)
  if (consolePort > LAST_PORT)
    throw new SettingError(`CONSOLE_PORT must be set: there is no port after PORT=${port}`)
  if (port !== 0 && consolePort === port)
    throw new SettingError(`CONSOLE_PORT must differ from PORT, both are ${port}`)
  return {
    host,
    port,
    consoleHost: env.CONSOLE_HOST || '127.0.0.1',
    consolePort,
    dataDir: resolve(env.DATA_DIR || 'data'),
    documentKey: readKey('DOCUMENT_KEY', env.DOCUMENT_KEY),
    databaseUrl,
    ...history,
    role,
    ...own,
    bus,
    redisUrl: readRedisUrl(env.REDIS_URL),
    feed,
    ...readMail(env.MAIL_URL, env.MAIL_FROM),
    smsUrl: readUrl('SMS_URL', env.SMS_URL, ['http:', 'https:']),
    pushOrigins: readOrigins(env.PUSH_ORIGINS),
    publicUrl: readUrl('PUBLIC_URL', env.PUBLIC_URL, ['http:', 'https:']) ?? `http://${host}:${port}`,
    defaultLanguage: oneOf('DEFAULT_LANGUAGE', env.DEFAULT_LANGUAGE, languages),
    trustedProxies: readProxies(env.TRUSTED_PROXY),
    chains: readChains(env),
    screeningLists: readFolder('SCREENING_LISTS', env.SCREENING_LISTS),
    otlpUrl: readCollector(env.OTLP_URL),
    logLevel: oneOf('LOG_LEVEL', env.LOG_LEVEL, ['info', ...LOG_LEVELS.filter((level) => level !== 'info')]),
    clock,
    isProduction,
    warnings,
  }
}

function readPort(name: string, text: string | undefined, fallback: number): number {
  if (text === undefined || text === '') return fallback
  const port = /^\d{1,5}$/.test(text) ? Number(text) : -1
  if (port < 0 || port > LAST_PORT)
    throw new SettingError(`${name} must be a port from 0 to ${LAST_PORT}, not "${text}"`)
  return port
}

/** A host and a port. @example readAddress('[::1]:7070') // { host: '::1', port: 7070 } */
export function readAddress(text: string): { readonly host: string; readonly port: number } | undefined {
  const [, host, port] = /^([^\s:/]+|\[[0-9a-f:]+\]):(\d{1,5})$/i.exec(text) ?? []
  if (!host || Number(port) > LAST_PORT) return undefined
  return { host: host.replace(/^\[|\]$/g, ''), port: Number(port) }
}

function readBus(text: string | undefined): string | undefined {
  if (text === undefined || text === '' || readAddress(text)) return text || undefined
  throw new SettingError(`BUS must be HOST:PORT, such as 127.0.0.1:7070, not "${text}"`)
}

/** Refuses: (SettingError) what no process of this role has, and engines apart that others could not reach. */
function readEngines(
  env: Readonly<Record<string, string | undefined>>,
  { role, bus, clock }: Pick<Settings, 'role' | 'bus' | 'clock'>,
): Pick<Settings, 'engines' | 'enginesApart'> {
  const engines = namesOfEngines('ENGINES', env.ENGINES)
  const enginesApart = namesOfEngines('ENGINES_APART', env.ENGINES_APART)
  if (role === 'engine' && engines.length === 0)
    throw new SettingError(
      `ROLE=engine needs ENGINES: the engines it has, of ${enginesThatCanBeApart.join(', ')}`,
    )
  if (role !== 'engine' && engines.length > 0)
    throw new SettingError(`ENGINES is of ROLE=engine: leave it out with ROLE=${role}`)
  if (role !== 'all' && enginesApart.length > 0)
    throw new SettingError(`ENGINES_APART is of ROLE=all: leave it out with ROLE=${role}`)
  if (role === 'engine' && !bus)
    throw new SettingError('ROLE=engine needs BUS: HOST:PORT where the other processes reach its engines')
  if (enginesApart.length > 0 && !bus)
    throw new SettingError('ENGINES_APART needs BUS: processes of ROLE=engine hear there which sessions end')
  if (enginesApart.length > 0 && clock === 'virtual')
    throw new SettingError(
      'ENGINES_APART cannot be used with CLOCK=virtual: each process would have its own time',
    )
  return { engines, enginesApart }
}

function namesOfEngines(name: string, text: string | undefined): readonly EngineApart[] {
  if (text === undefined || text === '') return []
  const names = text.split(',').map((each) => each.trim())
  const known = enginesThatCanBeApart.filter((each) => names.includes(each))
  if (known.length === names.length) return known
  throw new SettingError(
    `${name} must name engines of ${enginesThatCanBeApart.join(', ')}, with commas between, not "${text}"`,
  )
}

/** A key of 32 bytes. Its value is never printed. */
function readKey(name: string, text: string | undefined): Buffer | undefined {
  if (text === undefined || text === '') return undefined
  if (!/^[0-9a-f]{64}$/i.test(text)) throw new SettingError(`${name} must be 64 hexadecimal digits`)
  return Buffer.from(text, 'hex')
}

/** Refuses: (SettingError) what is no folder that is there. */
function readFolder(name: string, text: string | undefined): string | undefined {
  if (text === undefined || text === '') return undefined
  const folder = resolve(text)
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory())
    throw new SettingError(`${name} must be a folder, not "${text}"`)
  return folder
}

function readUrl(name: string, text: string | undefined, protocols: readonly string[]): string | undefined {
  if (text === undefined || text === '') return undefined
  const protocol = URL.canParse(text) ? new URL(text).protocol : undefined
  if (!protocol || !protocols.includes(protocol)) {
    throw new SettingError(
      `${name} must be an address that begins with ${protocols.map((p) => `${p}//`).join(' or ')}`,
    )
  }
  return text
}

/** The user and the password in it are sent with every request. Refuses: (SettingError) to send them where others can read them. */
function readCollector(text: string | undefined): string | undefined {
  const name = 'OTLP_URL'
  const address = readUrl(name, text, ['http:', 'https:'])
  if (address === undefined) return undefined
  const { protocol, hostname, username, password } = new URL(address)
  if (!canDecode(username) || !canDecode(password))
    throw new SettingError(`${name}: in its user and its password write % as %25`)
  if (username + password !== '' && protocol === 'http:' && !LOOPBACK.test(hostname))
    throw new SettingError(
      `${name} must begin with https:// where it has a user or a password, unless the collector is on this machine`,
    )
  return address
}

/** A host as `URL` writes it. */
const LOOPBACK = /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/

/**
 * A password with characters that mean something in an address would be read as host or database, and
 * printed as such.
 */
function readDatabaseUrl(name: string, text: string | undefined): string | undefined {
  const url = readUrl(name, text, ['postgres:', 'postgresql:'])
  if (url === undefined) return undefined
  const { pathname, search, hash } = new URL(url)
  if (/^\/?[^/@]*$/.test(pathname) && !search.includes('@') && hash === '') return url
  throw new SettingError(
    `${name} must be postgres://USER:PASSWORD@HOST:PORT/NAME; in a password write / as %2F, @ as %40, ? as %3F, # as %23`,
  )
}

/** A customer's year and what is compared with the month before it are read in the ledger's own database. */
const KEEP_MONTHS = { min: 13, max: 24 }

/** Refuses: (SettingError) a history of the embedded database, or in the ledger's own. */
function readHistory(
  env: Readonly<Record<string, string | undefined>>,
  databaseUrl: string | undefined,
): Pick<Settings, 'historyUrl' | 'historyKeepMonths'> {
  const historyUrl = readDatabaseUrl('HISTORY_URL', env.HISTORY_URL)
  if (historyUrl && !databaseUrl)
    throw new SettingError(
      'HISTORY_URL needs DATABASE_URL: months of the embedded database stay on its machine',
    )
  if (historyUrl && databaseUrl && isSameDatabase(historyUrl, databaseUrl))
    throw new SettingError('HISTORY_URL must name another database than DATABASE_URL')
  const text = env.HISTORY_KEEP_MONTHS
  if (text === undefined || text === '') return { historyUrl, historyKeepMonths: undefined }
  if (!historyUrl)
    throw new SettingError('HISTORY_KEEP_MONTHS is for HISTORY_URL: leave it out, or set that too')
  const months = /^\d{1,3}$/.test(text) ? Number(text) : -1
  if (months < KEEP_MONTHS.min || months > KEEP_MONTHS.max)
    throw new SettingError(
      `HISTORY_KEEP_MONTHS must be from ${KEEP_MONTHS.min} to ${KEEP_MONTHS.max}, not "${text}"`,
    )
  return { historyUrl, historyKeepMonths: months }
}

const isSameDatabase = (one: string, other: string): boolean => {
  const [a, b] = [new URL(one), new URL(other)]
  return a.host === b.host && a.pathname === b.pathname && a.search === b.search
}

/** The same of Redis', whose database is a number. */
function readRedisUrl(text: string | undefined): string | undefined {
  if (text === undefined || text === '') return undefined
  const url = URL.canParse(text) ? new URL(text) : undefined
  const isRedis = url?.protocol === 'redis:' || url?.protocol === 'rediss:'
  const isPlain = url && /^(?:\/\d{0,5})?$/.test(url.pathname) && url.search + url.hash === ''
  if (isRedis && isPlain && url.hostname !== '' && canDecode(url.username) && canDecode(url.password))
    return text
  throw new SettingError(
    'REDIS_URL must be redis://USER:PASSWORD@HOST:PORT or rediss:// (by TLS), with /NUMBER of a database at the end or without; ' +
      'in a password write / as %2F, @ as %40, ? as %3F, # as %23, % as %25',
  )
}

function canDecode(text: string): boolean {
  try {
    decodeURIComponent(text)
    return true
  } catch {
    return false
  }
}

const MAIL_FROM = /^(?:[^<>@,"\r\n]*<[^\s<>@,]+@[^\s<>@,]+>|[^\s<>@,]+@[^\s<>@,]+)$/

/** Without a mail server mails are files, and from whom they are matters to nobody. */
function readMail(url: string | undefined, from: string | undefined): Pick<Settings, 'mailUrl' | 'mailFrom'> {
  const mailUrl = readUrl('MAIL_URL', url, ['smtp:', 'smtps:'])
  if (mailUrl && new URL(mailUrl).hostname === '')
    throw new SettingError('MAIL_URL must name a host, such as smtp://mail.example:587')
  if (mailUrl && !from)
    throw new SettingError('MAIL_FROM must be set beside MAIL_URL, such as Plumb <no-reply@plumb.example>')
  if (from && !MAIL_FROM.test(from))
    throw new SettingError(
      'MAIL_FROM must be an address, or a name and an address: Plumb <no-reply@plumb.example>',
    )
  return { mailUrl, mailFrom: from || 'Plumb <no-reply@plumb.test>' }
}

function oneOf<const T extends string>(name: string, text: string | undefined, allowed: readonly T[]): T {
  const found = text === undefined || text === '' ? allowed[0] : allowed.find((value) => value === text)
  if (found === undefined) throw new SettingError(`${name} must be ${allowed.join(' or ')}, not "${text}"`)
  return found
}

function readFeed(
  text: string | undefined,
  sources: readonly MarketSource[],
  massiveKey: string | undefined,
): Settings['feed'] {
  if (text === 'live') return { kind: 'live', sources, ...(massiveKey === undefined ? {} : { massiveKey }) }
  if (massiveKey !== undefined)
    throw new SettingError('MASSIVE_KEY is for MARKET_FEED=live: leave it out, or set that too')
  if (!text || text === 'simulated') return { kind: 'simulated' }
  const folder = /^replay:(.+)$/.exec(text)?.[1]
  if (!folder) throw new SettingError(`MARKET_FEED must be simulated, live, or replay:FOLDER, not "${text}"`)
  const found = statSync(folder, { throwIfNoEntry: false })
  if (!found) throw new SettingError(`MARKET_FEED replays ${folder}, but there is no such folder`)
  if (!found.isDirectory())
    throw new SettingError(`MARKET_FEED replays ${folder}, which is a file: name the folder it is in`)
  return { kind: 'replay', folder: resolve(folder) }
}

function readSources(text: string | undefined): readonly MarketSource[] {
  if (text === undefined || text === '') return marketSources
  const names = text.split(',').map((name) => name.trim())
  const known = marketSources.filter((source) => names.includes(source))
  if (known.length === names.length && known.length >= MIN_MARKET_SOURCES) return known
  throw new SettingError(
    `MARKET_SOURCES must name at least ${MIN_MARKET_SOURCES} different ones of ${marketSources.join(', ')}, ` +
      `with commas between, not "${text}"`,
  )
}

/** A vendor's key. Its value is never printed. */
function readVendorKey(key: string | undefined): string | undefined {
  if (key === undefined || key === '') return undefined
  if (!/^[\w.-]{8,200}$/.test(key))
    throw new SettingError('MASSIVE_KEY must hold the key alone: 8 to 200 letters, digits, _ . and -')
  return key
}

function readOrigins(text: string | undefined): readonly string[] {
  const origins = (text ?? '').split(',').map((origin) => origin.trim())
  if (origins.length === 1 && origins[0] === '') return []
  const wrong = origins.find((origin) => !URL.canParse(origin) || new URL(origin).origin !== origin)
  if (wrong === undefined) return origins
  throw new SettingError(
    `PUSH_ORIGINS must be origins such as https://push.example, with commas between, not "${wrong}"`,
  )
}

function readProxies(text: string | undefined): readonly string[] {
  const ranges = (text ?? '').split(',').map((range) => range.trim())
  if (ranges.length === 1 && ranges[0] === '') return []
  const wrong = ranges.find((range) => !isIpRange(range))
  if (wrong === undefined) return ranges
  throw new SettingError(
    `TRUSTED_PROXY must be addresses or ranges such as 127.0.0.1 or 10.0.0.0/8, with commas between, not "${wrong}"`,
  )
}
