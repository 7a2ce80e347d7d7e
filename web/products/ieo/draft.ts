import { allottedNow } from '#domain/ieo/allotment.ts'
import type { IeoProjectView } from '#domain/ieo/contract.ts'
import { coinsFor, coinsLeft, costOf, decideIeo, type IeoProject, PAID_IN } from '#domain/ieo/rules.ts'
import type { IeoKind } from '#domain/ieo/words.ts'
import { least, parseDecimal, units } from '#domain/money/amount.ts'
import { formatAmount, requireCurrency } from '#domain/money/read-amount.ts'

/** An order in a new-coin sale as it is typed: what it would cost, bring and give back, by the rules that the server runs. */

/** A project as the rules know it. */
export function projectOf(view: IeoProjectView): IeoProject {
  const coins = (text: string) => BigInt(text)
  return {
    // What is over takes no orders, whatever it came to.
    status:
      view.phase === 'allotted' || view.phase === 'listed' || view.phase === 'failed' ? view.phase : 'sale',
    isOpen: view.phase !== 'closed',
    price: units(unitsOf(view.price)),
    ...{ exchangeSupply: coins(view.exchangeSupply), subscriptionSupply: coins(view.subscriptionSupply) },
    ...{ maxExchange: coins(view.maxExchange), quota: coins(view.quota), softCap: coins(view.softCap) },
    ...{ opensAtMs: view.opensAtMs, endsAtMs: view.endsAtMs },
    ...{ sold: coins(view.sold), subscribed: coins(view.subscribed) },
  }
}

const unitsOf = (text: string): bigint => parseDecimal(text, requireCurrency(PAID_IN).decimals) ?? 0n

/** What a customer has ordered of one kind. */
const ownOf = (view: IeoProjectView, kind: IeoKind): bigint =>
  BigInt(kind === 'exchange' ? view.ownExchange : view.ownSubscribed)

/** The most that may be spent, as it is typed; undefined while the balance is unknown. */
export function mostOf(
  view: IeoProjectView,
  kind: IeoKind,
  available: string | undefined,
): string | undefined {
  if (available === undefined) return undefined
  const project = projectOf(view)
  const { supply, own } = coinsLeft(project, kind, ownOf(view, kind))
  const coins = least(least(supply ?? own, own), coinsFor(unitsOf(available), project.price))
  return formatAmount(costOf(coins, project.price), PAID_IN)
}

export interface IeoDraftView {
  readonly quantity: string
  readonly cost: string
  /** Of a subscription, if the sale ended now: what it would bring, cost and give back, and its share in percent. */
  readonly now?: {
    readonly quantity: string
    readonly cost: string
    readonly refund: string
    readonly percent: string
  }
}

/** What a typed amount would do; a refusal's code where it cannot; undefined while nothing is typed. */
export function draftOf(
  view: IeoProjectView,
  kind: IeoKind,
  typed: string,
  { available, nowMs }: { readonly available: string | undefined; readonly nowMs: number },
): { readonly draft: IeoDraftView } | { readonly error: string } | undefined {
  const amount = parseDecimal(typed.replace(/\.$/, ''), requireCurrency(PAID_IN).decimals) ?? 0n
  if (amount === 0n) return undefined
  const project = projectOf(view)
  const own = ownOf(view, kind)
  const context = { nowMs, available: available === undefined ? amount : unitsOf(available), own }
  const decision = decideIeo(project, kind, context, amount)
  if (!decision.ok) return { error: decision.code }
  const { quantity, cost } = decision
  const show = (money: bigint) => formatAmount(money, PAID_IN)
  const draft = { quantity: String(quantity), cost: show(cost) }
  if (kind === 'exchange') return { draft }
  const got = allottedNow(project.subscriptionSupply, quantity, project.subscribed)
  const paid = costOf(got, project.price)
  return {
    draft: {
      ...draft,
      now: {
        quantity: String(got),
        ...{ cost: show(paid), refund: show(cost - paid), percent: percentOf(got, quantity) },
      },
    },
  }
}

/** A share in percent with two decimals. Rounds: down. @example percentOf(2000n, 4800n) // '41.66' */
export function percentOf(part: bigint, whole: bigint): string {
  const hundredths = whole === 0n ? 0n : (part * 10_000n) / whole
  return `${hundredths / 100n}.${String(hundredths % 100n).padStart(2, '0')}`
}
