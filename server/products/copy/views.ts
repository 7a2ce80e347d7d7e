import type { core } from 'zod/mini'
import { formatLots } from '#domain/contract/rules.ts'
import { MARGIN_CURRENCY, marginDecimals } from '#domain/contract/terms.ts'
import type { FollowerLine, LeadLine } from '#domain/copy/console.ts'
import type {
  CopyOutcomeView,
  copyFollowers,
  LeadTradeView,
  LeadView,
  RelationView,
} from '#domain/copy/contract.ts'
import { drawdownOf, resultOf, returnOf, showNumber, showPercent, withOpen } from '#domain/copy/rules.ts'
import { formatPrice } from '#domain/market/instrument.ts'
import { findInstrument } from '#domain/market/instruments.ts'
import { type DecimalString, formatDecimal } from '#domain/money/amount.ts'
import { DAY_MS } from '#domain/time.ts'
import type { Position } from '../contract/service.ts'
import type { LeadLineRow } from './console-store.ts'
import type { ListedLead } from './lead-store.ts'
import type { ListedOutcome, ListedRelation } from './relation-store.ts'
import type { ShareNow } from './share-now.ts'
import type { RelationRow } from './state.ts'

/** How the integers of copying are shown on the wire. */

export const amount = (value: bigint): DecimalString => formatDecimal(value, marginDecimals())
const percentOrNull = (bps: bigint | undefined) => (bps === undefined ? null : showPercent(bps))

/** What a lead has open since they lead: how many, and what they have gained; undefined without a price. */
export interface LeadOpen {
  readonly count: number
  readonly gained: bigint | undefined
}

/** A lead as anybody may see them. */
export function leadView(
  { id, nickname, introduction, status, shareBps, sinceMs, figures }: ListedLead,
  { gained }: LeadOpen,
  nowMs: number,
): LeadView {
  const { trades, wins, profit, capital } = figures
  const now = gained === undefined ? undefined : withOpen(figures, gained)
  const hasSample = figures.followersSample > 0
  return {
    ...{ id: String(id), nickname, introduction, status, sharePercent: showPercent(shareBps) },
    ...{ leadingSinceMs: sinceMs, days: Math.floor((nowMs - sinceMs) / DAY_MS) + 1 },
    ...{ currency: MARGIN_CURRENCY, profit: amount(profit), capital: amount(capital) },
    roiPercent: now ? percentOrNull(returnOf(now.profit, capital)) : null,
    drawdownPercent: percentOrNull(drawdownOf(now ?? figures)),
    ...{ trades, wins },
    winPercent: trades > 0 ? showPercent(Math.floor((wins * 10_000) / trades)) : null,
    ...{ followers: figures.followers, followersEver: figures.followersEver, assets: amount(figures.assets) },
    followersProfit: amount(figures.followersProfit),
    followersReturnPercent: hasSample
      ? percentOrNull(returnOf(figures.followersProfit, figures.followersCapital))
      : null,
    ...{ followersSample: figures.followersSample, followersTrades: figures.followersTrades },
    updatedAtMs: figures.updatedAtMs,
  }
}

/** A closed position of a lead, as anybody may see it. */
export function leadTradeView(
  position: Position,
  counts: { readonly copied: number; readonly skipped: number } = { copied: 0, skipped: 0 },
): LeadTradeView {
  const instrument = findInstrument(position.symbol)!
  const { realizedPnl, fee, financing, initialMargin } = position
  return {
    ...{ id: String(position.id), symbol: position.symbol, direction: position.direction },
    leverage: position.leverage,
    entryPrice: formatPrice(instrument, position.entryPrice!),
    closePrice: formatPrice(instrument, position.closePrice!),
    returnPercent: showPercent(returnOf(realizedPnl - fee - financing, initialMargin) ?? 0n),
    reason: position.reason!,
    ...{ openedAtMs: position.openedAtMs!, closedAtMs: position.closedAtMs! },
    ...{ entrySequence: position.entrySequence!, closeSequence: position.closeSequence! },
    ...counts,
  }
}

/** A relation as its follower sees it, with what its open copies have gained. */
export function relationView(relation: ListedRelation, share: ShareNow): RelationView {
  const { open } = share
  const { profit, sharePaid, stopLoss, status, isClosing, endedAtMs } = relation
  return {
    ...{ id: String(relation.id), leadId: String(relation.lead), nickname: relation.nickname, status },
    ...{ endReason: relation.endReason, mode: relation.mode, number: showNumber(relation) },
    ...{ maxTrade: amount(relation.maxTrade), maxTotal: amount(relation.maxTotal) },
    stopLoss: stopLoss === null ? null : amount(stopLoss),
    slippagePercent: showPercent(relation.slippageBps),
    sharePercent: showPercent(relation.shareBps),
    termsVersion: relation.termsVersion,
    ...{ currency: MARGIN_CURRENCY, margin: amount(relation.margin), openCopies: relation.openCopies },
    ...{ closedCopies: relation.trades, realizedPnl: amount(profit) },
    unrealizedPnl: open === undefined ? null : amount(open),
    profit: open === undefined ? null : amount(resultOf(relation, open)),
    highWaterMark: amount(relation.highWaterMark),
    ...{ sharePaid: amount(sharePaid), shareReserved: amount(relation.reserved) },
    shareIfClosed: share.closed === undefined ? null : amount(share.closed),
    shareIfKept: share.kept === undefined ? null : amount(share.kept),
    nextShareAtMs: status === 'ended' && !isClosing ? null : relation.nextShareAtMs,
    agreementVersion: relation.agreementVersion,
    ...{ startedAtMs: relation.startedAtMs, endedAtMs },
  }
}

/** A follower's relation as its lead sees it. */
export const followerView = (
  relation: ListedRelation,
): core.output<typeof copyFollowers.output>['items'][number] => ({
  ...{ relationId: String(relation.id), nickname: relation.nickname, status: relation.status },
  ...{ margin: amount(relation.margin), closedCopies: relation.trades, realizedPnl: amount(relation.profit) },
  ...{ sharePaid: amount(relation.sharePaid), shareReserved: amount(relation.reserved) },
  ...{ startedAtMs: relation.startedAtMs, endedAtMs: relation.endedAtMs },
})

/** The same as an operator sees it. */
export const followerLine = (relation: RelationRow, contact: string): FollowerLine => ({
  ...{ relationId: String(relation.id), customerId: String(relation.customer), contact },
  ...{ status: relation.status, margin: amount(relation.margin), openCopies: relation.openCopies },
  ...{ closedCopies: relation.trades, realizedPnl: amount(relation.profit) },
  sharePaid: amount(relation.sharePaid),
  ...{ startedAtMs: relation.startedAtMs, endedAtMs: relation.endedAtMs },
})

/** What became of one action of a lead, as its follower sees it. */
export function outcomeView(outcome: ListedOutcome): CopyOutcomeView {
  const { slippageBps, price, lots, position, direction, symbol, minimumLots } = outcome
  const instrument = findInstrument(symbol)!
  return {
    ...{ id: String(outcome.id), relationId: String(outcome.relation), leadId: String(outcome.lead) },
    ...{ nickname: outcome.nickname, leadPositionId: String(outcome.leadPosition), symbol, direction },
    ...{ action: outcome.action, result: outcome.result, reason: outcome.reason },
    ...{ limitedBy: outcome.limitedBy, positionId: position === null ? null : String(position) },
    minimumLots: minimumLots === null ? null : formatLots(minimumLots),
    lots: lots === null ? null : formatLots(lots),
    price: price === null ? null : formatPrice(instrument, price),
    slippagePercent: slippageBps === null ? null : showPercent(slippageBps),
    ...{ sequence: outcome.sequence, atMs: outcome.atMs },
  }
}

/** A lead as the console's table shows them. */
export const leadLineView = (row: LeadLineRow, contact: string): LeadLine => ({
  ...{ id: String(row.id), customerId: String(row.customer), contact, nickname: row.nickname },
  ...{ status: row.status, introduction: row.introduction, sharePercent: showPercent(row.shareBps) },
  applied:
    row.status === 'under-review'
      ? { introduction: row.appliedIntroduction, sharePercent: showPercent(row.appliedShareBps) }
      : null,
  ...{ followers: row.followers, profit: amount(row.profit), followersProfit: amount(row.followersProfit) },
  ...{ appliedAtMs: row.appliedAtMs, decidedAtMs: row.decidedAtMs, reason: row.reason },
})
