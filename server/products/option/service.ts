import { Refusal, refusal } from '#domain/errors.ts'
import type { CustomerId, OptionId } from '#domain/ids.ts'
import { readAmount } from '#domain/money/read-amount.ts'
import type { OptionLimitsView } from '#domain/option/contract.ts'
import { lossLimitAt, nextLossLimit, onDayOf } from '#domain/option/limits.ts'
import { optionDisclosure } from '#domain/option/risk.ts'
import type { OptionDirection, OptionStatus } from '#domain/option/rules.ts'
import { type OptionDraft, STAKE_CURRENCY } from '#domain/option/terms.ts'
import type { OptionProofFile } from '#domain/proof/contract.ts'
import { type PageInput, pageOf } from '#server/core/page.ts'
import { requirePriceable } from '#server/markets/no-price.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Db } from '#server/platform/db/database.ts'
import { keyedCall } from '#server/platform/idempotency.ts'
import { closedTo, requireOffered } from '#server/users/countries.ts'
import { requireDisclosure } from '#server/users/disclosures.ts'
import { requireNoNightLock } from '#server/users/guard-rails.ts'
import type { MarketData } from '../product.ts'
import type { NewChoice } from './decide.ts'
import type { OptionEngine } from './engine.ts'
import type { OptionNow } from './order.ts'
import type { OptionRealm } from './realm.ts'
import { type Prover, proofOfOption } from './receipts.ts'
import { countOpen, findOption, listOptions, loadCustomers, newestTerms } from './store.ts'
import { optionView, show } from './views.ts'

/** What a customer can do with seconds options: one function each. */

export interface Options extends Prover {
  readonly clock: Clock
  readonly canPrice: MarketData['canPrice']
  readonly engine: OptionEngine
  /** Real orders, or those of practice, of practice owners. */
  readonly realm: OptionRealm
  /** A demonstration offers them to everybody. */
  readonly isDemo: boolean
  /** Refuses: KYC_REQUIRED. */
  readonly requireVerified: (db: Db, customer: CustomerId) => Promise<void>
}

/** Who asks, under which idempotency key. */
export interface Caller {
  readonly customer: CustomerId
  readonly key?: string | undefined
}

export interface PlaceRequest extends OptionDraft {
  readonly symbol: string
  readonly direction: OptionDirection
  readonly termsVersion?: number | undefined
}

/**
 * Orders a seconds option.
 *
 * Refuses: KYC_REQUIRED, COUNTRY_NOT_OFFERED, RISK_NOT_ACCEPTED, NIGHT_LOCKED, NO_LIVE_PRICE, and what `decidePlace` refuses.
 */
export async function placeOption(
  options: Options,
  { customer, key }: Caller,
  request: PlaceRequest,
): Promise<OptionNow> {
  const { termsVersion: _, ...input } = request
  const call = keyedCall({ customer }, key, '/microtrade/submit', input)
  const refused = await whyNot(options, customer, request.symbol)
  return options.engine.place({ ...request, customer, refused }, call)
}

async function whyNot(
  { db, clock, canPrice, isDemo, requireVerified, realm }: Options,
  customer: CustomerId,
  symbol: string,
) {
  try {
    if (realm.isGuarded) {
      await requireVerified(db, customer)
      await requireOffered(db, customer, 'option', isDemo)
      await requireNoNightLock(db, customer, clock.nowMs())
      await requireDisclosure(db, customer, optionDisclosure)
    }
    requirePriceable({ canPrice }, symbol)
    return undefined
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return { code: error.code, params: error.params }
  }
}

/** One of a customer's orders as it stands. Refuses: ORDER_NOT_FOUND, the same for somebody else's as for none. */
export async function optionOf(
  { db, engine, realm }: Options,
  customer: CustomerId,
  id: OptionId,
): Promise<OptionNow> {
  const found = await findOption(db, customer, id, realm)
  if (!found) throw refusal('ORDER_NOT_FOUND')
  return withEntry(engine, found)
}

/**
 * All that is needed to compute again what became of one of a customer's orders.
 *
 * Refuses: ORDER_NOT_FOUND, the same for somebody else's as for none; NOT_FOUND before its result, of one that was
 *          accepted without a receipt, and until its instrument has had a price after its expiry.
 */
export async function proofOf(
  options: Options,
  customer: CustomerId,
  id: OptionId,
): Promise<OptionProofFile> {
  const now = await optionOf(options, customer, id)
  const proof = options.realm.signs ? await proofOfOption(options, now) : undefined
  if (!proof) throw refusal('NOT_FOUND')
  return proof
}

/** The entry of an order without a result is known to the engine alone, and to the tape. */
const withEntry = (engine: OptionEngine, now: OptionNow): OptionNow =>
  now.result ? now : (engine.openNow(now.order.id) ?? now)

/** A page of a customer's orders, newest first. */
export const optionPage = (
  { db, engine, realm }: Options,
  customer: CustomerId,
  { symbol, status, ...page }: PageInput & { symbol?: string | undefined; status?: OptionStatus | undefined },
) =>
  pageOf(
    page,
    ['id'],
    async (slice) =>
      (await listOptions(db, { customer, symbol, status, ...slice }, realm)).map((now) => ({
        id: now.order.id,
        now,
      })),
    ({ now }) => optionView(withEntry(engine, now)),
  )

/** What limits a customer. */
export async function limitsOf(
  { db, clock, isDemo, realm }: Options,
  customer: CustomerId,
): Promise<OptionLimitsView> {
  const nowMs = clock.nowMs()
  const terms = await newestTerms(db)
  const known = (await loadCustomers(db, [customer], nowMs, realm)).get(customer)!
  const activity = onDayOf(known.activity, nowMs)
  const next = nextLossLimit(known.lossLimits, nowMs)
  const ifLater = (ms: number) => (ms > nowMs ? ms : null)
  return {
    currency: realm.currency,
    isOffered:
      !realm.isGuarded || (await closedTo(db, customer, { isDemo, products: ['option'] })).length === 0,
    lossLimit: show(lossLimitAt(known.lossLimits, terms.lossLimit, nowMs)),
    nextLossLimit: next ? { lossLimit: show(next.limit), fromMs: next.fromMs } : null,
    lostToday: show(activity.lost),
    ordersToday: activity.orders,
    maxDaily: terms.maxDaily,
    openOrders: await countOpen(db, customer, realm),
    maxOpen: terms.maxOpen,
    pausedUntilMs: ifLater(activity.pausedUntilMs),
    excludedUntilMs: ifLater(known.excludedUntilMs),
  }
}

/**
 * Has a customer's own limits count. Refuses: what is no amount, and what `decideChoices` refuses.
 */
export async function setLimits(
  options: Options,
  customer: CustomerId,
  wish: { readonly lossLimit?: string | undefined; readonly excludedUntilMs?: number | undefined },
): Promise<void> {
  const choices: NewChoice[] = []
  if (wish.lossLimit !== undefined) {
    choices.push({ kind: 'loss-limit', amount: readAmount(wish.lossLimit, STAKE_CURRENCY) })
  }
  if (wish.excludedUntilMs !== undefined) choices.push({ kind: 'exclusion', untilMs: wish.excludedUntilMs })
  if (choices.length > 0) await options.engine.choose(customer, choices)
}

/** What practice checks of its orders. */
export { auditOptionRealm } from './audit.ts'
export { practiceOptions } from './realm.ts'
