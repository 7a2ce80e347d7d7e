import { sql } from 'kysely'
import type { ConsoleNftView } from '#domain/nft/console.ts'
import { PAID_IN } from '#domain/nft/rules.ts'
import { type ProposalAction, pendingProposals, proposalView } from '#server/console/proposals.ts'
import { balancesOfAccounts } from '#server/core/ledger/ledger.ts'
import type { Db } from '#server/platform/db/database.ts'
import type { Operator } from '#server/platform/http/context.ts'
import { feesOf, proceedsOf } from './accounts.ts'
import { consoleMediaView } from './console-views.ts'
import { mediaById } from './media-store.ts'
import { showMoney } from './views.ts'

/** Counts, what lies in margins and funds, and what is proposed, with the pictures and videos that it would publish. */
export async function consoleOverview(
  db: Db,
  actions: readonly ProposalAction[],
  viewer: Operator,
): Promise<ConsoleNftView> {
  const { rows } = await sql<{
    artists: number
    artworks: number
    openAuctions: number
    unpaidOrders: number
    held: bigint
  }>`
    select (select count(*) from nft_artist)::int as artists, (select count(*) from nft_artwork)::int as artworks,
      (select count(*) from nft_auction where status in ('open', 'awaiting'))::int as "openAuctions",
      (select count(*) from nft_order where status = 'unpaid')::int as "unpaidOrders",
      (select coalesce(sum(amount), 0) from nft_margin where status = 'held')::bigint as held`.execute(db)
  const { held, ...counts } = rows[0]!
  const funds = await balancesOfAccounts(db, [feesOf(PAID_IN), proceedsOf(PAID_IN)])
  const pending = await pendingProposals(db, actions)
  const named = pending.map(({ subject, params }) => [
    ...[params.media, params.poster, params.portrait, params.cover].filter((id) => id !== undefined),
    ...(subject.startsWith('nft-media:') ? [subject.slice('nft-media:'.length)] : []),
  ])
  const media = await mediaById(db, named.flat())
  const drafts: ConsoleNftView['drafts'] = []
  for (const [n, row] of pending.entries())
    drafts.push({
      ...(await proposalView(db, actions, row, viewer)),
      media: named[n]!.flatMap((id) => media.get(id) ?? []).map(consoleMediaView),
    })
  return {
    ...{ ...counts, currency: PAID_IN, held: showMoney(held) },
    ...{ fees: showMoney(funds.get(feesOf(PAID_IN))!), proceeds: showMoney(funds.get(proceedsOf(PAID_IN))!) },
    drafts,
  }
}
