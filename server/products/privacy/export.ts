import { Readable } from 'node:stream'
import * as z from 'zod/mini'
import type { Endpoint } from '#domain/endpoint.ts'
import { assert, refusal } from '#domain/errors.ts'
import { EXPORT_TYPE } from '#domain/privacy/contract.ts'
import { EXPORT_CONFIRMED_MS, MAX_EXPORTS_A_DAY } from '#domain/privacy/rules.ts'
import { DAY_MS, MINUTE_MS, SECOND_MS } from '#domain/time.ts'
import { profile, sessions } from '#domain/user/contract.ts'
import { accountFreeze } from '#domain/user/freeze.ts'
import { ownRails } from '#domain/user/guard-rails.ts'
import { passkeys } from '#domain/user/passkey.ts'
import { secondFactor } from '#domain/user/second-factor.ts'
import { signInWallets } from '#domain/user/wallet-sign-in.ts'
import { readWatchlist } from '#server/markets/watchlist.ts'
import type { ANSWERED, Context } from '#server/platform/http/context.ts'
import type { Route } from '#server/platform/http/route.ts'
import { exportsOfDay, insertExport, takeExport } from '#server/users/deletion-store.ts'
import { notify } from '#server/users/notices.ts'
import { lockCustomer } from '#server/users/store.ts'
import type { KeptCall, ProductDeps } from '../product.ts'

/**
 * A customer's copy of their data: what the app's own calls answer them, one after the other and page by page, as one JSON file
 * that is written while it is read. So it says what the app shows, in the same words, with what is masked there masked.
 */

/** What is kept of a customer beside the products. */
export const accountKeeps: readonly Endpoint[] = [
  ...[profile, sessions, secondFactor, signInWallets, passkeys, accountFreeze, ownRails],
]

/** Rows of one page, and pages of one list: a longer list says that it was cut. */
const PAGE = 100
const MAX_PAGES = 1_000

/** Files that are written at once, and how long one may take. */
const MAX_AT_ONCE = 4
const MAX_MS = 5 * MINUTE_MS

type ExportDeps = Pick<ProductDeps, 'products' | 'customerRoutes' | 'asOwner' | 'log'>

/**
 * Lets this session take one copy within ten minutes, once its owner has proved to be that; they are told of it.
 *
 * Refuses: as `asOwner`; TOO_MANY_REQUESTS after three in a day.
 */
export const confirmExport = (
  { asOwner }: Pick<ExportDeps, 'asOwner'>,
  ctx: Context,
  given: { password?: string | undefined; factorCode?: string | undefined },
): Promise<{ validUntilMs: number }> =>
  asOwner(ctx, given, async (tx) => {
    const { id, sessionId } = ctx.customer
    const nowMs = ctx.clock.nowMs()
    const customer = await lockCustomer(tx, id, 'to change')
    const earlier = await exportsOfDay(tx, id, nowMs)
    const first = earlier.at(-MAX_EXPORTS_A_DAY)
    if (first !== undefined)
      throw refusal('TOO_MANY_REQUESTS', { seconds: Math.ceil((first + DAY_MS - nowMs) / SECOND_MS) })
    await insertExport(tx, id, sessionId, nowMs)
    await notify(tx, customer, { kind: 'dataExported' }, nowMs)
    return { validUntilMs: nowMs + EXPORT_CONFIRMED_MS }
  })

/** Makes what sends the copies that were confirmed. */
export function createExports(deps: ExportDeps) {
  const writing = new Set<bigint>()

  /** Refuses: TOO_MANY_REQUESTS while others are written; EXPORT_NOT_CONFIRMED. */
  return async function exportData(ctx: Context): Promise<typeof ANSWERED> {
    const { id, sessionId } = ctx.customer
    if (writing.has(id) || writing.size >= MAX_AT_ONCE) throw refusal('TOO_MANY_REQUESTS', { seconds: 10 })
    writing.add(id)
    try {
      if (!(await takeExport(ctx.db, id, sessionId, ctx.clock.nowMs()))) throw refusal('EXPORT_NOT_CONFIRMED')
      let isHeld = true
      const release = () => {
        if (isHeld) writing.delete(id)
        isHeld = false
      }
      const stream = Readable.from(andThen(written(deps, ctx), release), { objectMode: false })
      const late = setTimeout(() => stream.destroy(new Error('a copy took too long')), MAX_MS)
      late.unref()
      stream.once('error', (error) => deps.log.error({ err: error }, 'a copy of data broke off'))
      stream.once('close', () => {
        clearTimeout(late)
        release()
      })
      const fileName = `plumb-data-${id}.json`
      return ctx.replyStreamed({ stream, type: EXPORT_TYPE, fileName })
    } catch (error) {
      writing.delete(id)
      throw error
    }
  }
}

/** The calls whose answers a copy has, with whose they are and how they are asked. */
export const exportedCalls = (products: ExportDeps['products']): (KeptCall & { readonly of: string })[] => [
  ...accountKeeps.map((call) => ({ of: 'account', call, input: {} })),
  ...products.flatMap(({ name, keeps = [] }) =>
    keeps.map((kept) => ({ of: name, ...('call' in kept ? kept : { call: kept, input: {} }) })),
  ),
]

/** The same, with what is done at its end; before whoever reads it learns of the end. */
async function* andThen(parts: AsyncGenerator<string>, end: () => void): AsyncGenerator<string> {
  yield* parts
  end()
}

async function* written({ products, customerRoutes }: ExportDeps, ctx: Context): AsyncGenerator<string> {
  const routes = new Map(
    customerRoutes().map((route) => [`${route.endpoint.method} ${route.endpoint.path}`, route]),
  )
  const watched = await readWatchlist(ctx.db, ctx.customer.id)
  yield `{"customer":"${ctx.customer.id}","madeAtMs":${ctx.clock.nowMs()},"watched":${JSON.stringify(watched)},"answers":[`
  let isFirst = true
  for (const { of, call, input } of exportedCalls(products)) {
    const route = routes.get(`${call.method} ${call.path}`)
    assert(route, `${call.path} is answered`)
    yield `${isFirst ? '' : ','}\n{"of":${JSON.stringify(of)},"call":${JSON.stringify(call.path)},"about":${JSON.stringify(call.summary)},`
    isFirst = false
    yield* 'cursor' in call.input.shape ? pagesOf(route, input, ctx) : whole(route, input, ctx)
    yield '}'
  }
  yield '\n]}\n'
}

async function* whole(
  { endpoint, handle }: Route,
  asked: KeptCall['input'],
  ctx: Context,
): AsyncGenerator<string> {
  const answer = z.parse(endpoint.output, await handle(z.parse(endpoint.input, asked), ctx))
  yield `"answer":${JSON.stringify(answer)}`
}

interface ListAnswer {
  readonly items: readonly unknown[]
  readonly next: string | null
}

async function* pagesOf(
  { endpoint, handle }: Route,
  asked: KeptCall['input'],
  ctx: Context,
): AsyncGenerator<string> {
  let cursor: string | undefined
  let isFirst = true
  for (let pages = 0; pages < MAX_PAGES; pages++) {
    const page = { limit: String(PAGE), ...(cursor !== undefined && { cursor }) }
    const input = z.parse(endpoint.input, { ...asked, ...page })
    const { items, next, ...beside } = z.parse(endpoint.output, await handle(input, ctx)) as ListAnswer
    if (pages === 0) yield `"beside":${JSON.stringify(beside)},"items":[`
    for (const item of items) {
      yield `${isFirst ? '' : ','}\n${JSON.stringify(item)}`
      isFirst = false
    }
    if (next === null) return yield `],"isWhole":true`
    cursor = next
  }
  yield `],"isWhole":false`
}
