import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import * as z from 'zod'
import { APP_VERSION, APP_VERSION_CODE } from '#domain/content/contract.ts'
import { wireOf } from '#domain/endpoint.ts'
import { wireTypes } from '#domain/errors.ts'
import { languages } from '#domain/language.ts'
import { classIds, FAVOURITES_CLASS_ID } from '#domain/market/instrument.ts'
import { seedListing } from '#domain/seed/listing.ts'
import { allEndpoints, customerEndpoints } from '#server/contract.ts'
import { recordedDataFolder } from '#server/markets/feeds/recorded-data.ts'
import { specifiedCalls as calls } from '#server/testing/specified-calls.ts'
import { pageList } from '#web/app/page-list.ts'
import { pageFiles } from '#web/build/page-files.ts'
import { conformanceDocument, conformanceErrors, rows } from './document.ts'
import { pages } from './pages.ts'

test('every row has a test that is there, or says what is open', () => {
  expect(conformanceErrors('.')).toEqual([])
})

test('a test that is not there is told, of every row that names one', () => {
  const named = rows.filter(({ shown }) => shown.length > 0).map(({ id }) => id)
  expect(new Set(conformanceErrors('no-such-folder').map((error) => error.split(':')[0]))).toEqual(
    new Set(named),
  )
})

test('the document is what the rows make of it', () => {
  expect(readFileSync('docs/conformance.md', 'utf8')).toBe(conformanceDocument())
})

test('all 122 calls of the specification are in the contract, by a method that it gives them', () => {
  expect(calls).toHaveLength(122)
  const methods = new Map<string, string>(customerEndpoints.map(({ path, method }) => [path, method]))
  const wrong = calls.filter(({ method: given, path }) => {
    const method = methods.get(path)
    if (method === undefined) return true
    return given !== 'ANY' && (method === 'ANY' ? given !== 'GET POST' : !given.split(' ').includes(method))
  })
  expect(wrong).toEqual([])
})

test('each parameter of a call is an input of the contract', () => {
  const missing = calls.flatMap(({ path, takes }) => {
    const { input, wire, takesFile } = customerEndpoints.find((call) => call.path === path)!
    const known = Object.keys(input.shape).flatMap((ours) => {
      const { name, also = [] } = wireOf(wire, ours)
      return [ours, name, ...also]
    })
    return takes
      .map((name) => name.replace('?', ''))
      .filter((name) => !(known.includes(name) || (takesFile && name === 'file')))
      .map((name) => `${path} ${name}`)
  })
  expect(missing).toEqual([])
})

test('no parameter that the specification calls optional is required', () => {
  const required = calls.flatMap(({ path, takes }) => {
    const { input, wire } = customerEndpoints.find((call) => call.path === path)!
    const optional = takes.filter((name) => name.endsWith('?')).map((name) => name.slice(0, -1))
    return Object.entries(input.shape)
      .filter(([ours, type]) => {
        const { name, also = [] } = wireOf(wire, ours)
        return (
          [ours, name, ...also].some((one) => optional.includes(one)) && !z.safeParse(type, undefined).success
        )
      })
      .map(([ours]) => `${path} ${ours}`)
  })
  expect(required).toEqual([])
})

/** The specification's own list, where it lies beside the recorded market data: it is no part of the project. */
const specification = join(recordedDataFolder, '../spec/endpoints.json')

if (existsSync(specification))
  test('the list of calls is the specification’s, to the last parameter', () => {
    const given = JSON.parse(readFileSync(specification, 'utf8')) as {
      calls: { method: string[]; path: string; params: string[] }[]
    }
    const line = (method: string, path: string, takes: readonly string[]) =>
      [method, path, ...takes.toSorted()].join(' ')
    expect(calls.map(({ method, path, takes }) => line(method, path, takes)).sort()).toEqual(
      given.calls.map(({ method, path, params }) => line(method.join(' '), path, params)).sort(),
    )
  })

test('all 94 pages of the specification are routes of the app', () => {
  expect(new Set(pages).size).toBe(94)
  expect(pages.filter((route) => !(route in pageList))).toEqual([])
  const files = pageFiles()
  expect(Object.keys(pageList).filter((route) => !(route in files))).toEqual([])
})

const tokens = readFileSync('web/ui/tokens.css', 'utf8')
const tokenOf = (name: string) => new RegExp(`--${name}: ([^;]+);`).exec(tokens)?.[1]?.toLowerCase()

test('colors and layers are the specification’s', () => {
  const layers = { toast: 10_090, 'no-network': 10_080, popup: 10_075, mask: 10_070 }
  const lower = { navbar: 980, tips: 975, sticky: 970, 'index-list': 965 }
  for (const [name, layer] of Object.entries({ ...layers, ...lower }))
    expect([name, tokenOf(`z-${name}`)]).toEqual([name, String(layer)])
  expect([tokenOf('green'), tokenOf('red')]).toEqual(['#28ba98', '#f04a5a'])
  expect(tokens.toLowerCase()).toContain('#d4ba83')
})

/** What a constant is in a file that a test without a browser does not load. */
const numberIn = (file: string, name: string) =>
  Number(
    new RegExp(`\\b${name}(?: =|:) ([\\d_]+)`).exec(readFileSync(file, 'utf8'))?.[1]?.replaceAll('_', ''),
  )

test.each([
  ['a request', 'web/app/http-client.ts', 'TIME_OUT_MS', 60_000],
  ['the socket', 'web/app/socket.ts', 'timeout', 60_000],
  ['a page', 'web/app/chunk-error.ts', 'PAGE_TIME_OUT_MS', 60_000],
  ['any other part', 'web/app/chunk-error.ts', 'CHUNK_TIME_OUT_MS', 120_000],
  ['the loading overlay', 'web/app/overlay.ts', 'DELAY_MS', 800],
  ['a toast', 'web/app/toast.ts', 'SHOWN_MS', 1_500],
  ['the way to sign-in', 'web/app/navigate.ts', 'REDIRECT_DELAY_MS', 1_200],
  ['a second tap', 'web/app/use-api.ts', 'DOUBLE_TAP_MS', 500],
])('the time of %s is the specification’s', (_, file, name, ms) => {
  expect(numberIn(file, name)).toBe(ms)
})

test('languages, class numbers, error numbers and version are the specification’s', () => {
  expect([...languages].sort()).toEqual(['en', 'hk', 'jp', 'kor', 'xp', 'ydl', 'zh'])
  expect({ ...classIds, favourites: FAVOURITES_CLASS_ID }).toEqual({
    ...{ favourites: 100, forex: 0, stock: 6, future: 3, crypto: 2, etf: 9 },
  })
  expect(wireTypes).toEqual({ SESSION_EXPIRED: 999, KYC_REQUIRED: 998 })
  expect([APP_VERSION, APP_VERSION_CODE]).toEqual(['0.8.0', 80])
})

test('lime and black are colors of their own', () => {
  expect(tokenOf('color-lime')).toMatch(/^#[0-9a-f]{6}$/)
  expect(tokens.toLowerCase()).toContain('#4d4d4d')
})

test('BTC, USDT, LTC and ETH have each a color of its own', () => {
  const colors = ['BTC', 'USDT', 'LTC', 'ETH'].map(
    (code) => seedListing.currencies.find((one) => one.code === code)?.colour,
  )
  for (const color of colors) expect(color).toMatch(/^#[0-9A-F]{6}$/i)
  expect(new Set(colors).size).toBe(4)
})

test('a currency that is listed has a color from the start', () => {
  const form = readFileSync('operator/products/listing/currency-form.tsx', 'utf8')
  expect(form).toMatch(/name="colour" type="color" defaultValue="#[0-9A-F]{6}"/)
})

test('nothing renews itself: no call takes or answers a word for it', () => {
  const renewing = allEndpoints.filter((call) => {
    const answers = z.toJSONSchema(call.output, { io: 'output', unrepresentable: 'any' })
    return /renew|roll_?over|auto_?(subscribe|buy)/i.test(
      JSON.stringify([Object.keys(call.input.shape), answers]),
    )
  })
  // Recovery codes of a second factor are made anew when somebody asks for it.
  expect(renewing.map(({ path }) => path)).toEqual([])
})

test('artworks are said to be a record with a history, and no token of a chain', () => {
  const { record_note } = JSON.parse(readFileSync('texts/app/nft_pages/en.json', 'utf8'))
  expect(record_note).toMatch(/a record .* with its whole history, not a token on a blockchain/)
})

test('no text says that something is under development', () => {
  const said = globSync('texts/**/en.json').flatMap((file) =>
    Object.entries<string>(JSON.parse(readFileSync(file, 'utf8')))
      .filter(([, text]) => /under development|coming soon|still building/i.test(text))
      .map(([key]) => key),
  )
  // A series of boxes that was announced and is not sold yet.
  expect(said).toEqual(['phase_announced'])
})
