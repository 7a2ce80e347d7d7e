import { sql } from 'kysely'
import type { CustomerId } from '#domain/ids.ts'
import { endAfterBid, lowestBid, marginOf as marginFor, sharesOf, stepOf } from '#domain/nft/rules.ts'
import { accountDifferences } from '#server/core/ledger/account-differences.ts'
import type { AccountId } from '#server/core/ledger/accounts.ts'
import type { Db } from '#server/platform/db/database.ts'
import { marginOf, nftAccounts } from './accounts.ts'

/** What is wrong between artworks, auctions, orders and the ledger, in words; empty when consistent. */
export async function auditNft(db: Db): Promise<string[]> {
  const lines = async (text: string, query: ReturnType<typeof sql<{ id: bigint }>>) =>
    (await query.execute(db)).rows.map(({ id }) => text.replace('#', String(id)))
  return [
    ...(await moneyDifferences(db)),
    ...(await lines(
      'artwork # is not whose its history says',
      sql<{ id: bigint }>`
        select a.id from nft_artwork a cross join lateral (
          select id, to_id from nft_history where artwork_id = a.id order by id desc limit 1) h
        where h.id <> a.history_id or h.to_id is distinct from a.owner_id`,
    )),
    ...(await lines(
      'the history of artwork # has a gap',
      sql<{ id: bigint }>`
        select distinct artwork_id as id from (
          select artwork_id, kind, from_id, lag(to_id) over w as before, row_number() over w as place
          from nft_history window w as (partition by artwork_id order by id)) h
        where (place = 1) <> (kind = 'created') or (place > 1 and from_id is distinct from before)`,
    )),
    ...(await lines(
      'order # is paid and did not hand its artwork over, or the other way round',
      sql<{ id: bigint }>`
        select o.id from nft_order o left join nft_history h on h.order_id = o.id
        where (o.status = 'paid') <> (h.id is not null) or (h.id is not null and (
          (h.to_id, h.from_id, h.artwork_id) is distinct from (o.buyer_id, o.seller_id, o.artwork_id)))`,
    )),
    ...(await lines(
      'auction # does not sum up its bids',
      sql<{ id: bigint }>`
        select u.id from nft_auction u cross join lateral (
          select count(*) as bids, max(price) as highest from nft_bid where auction_id = u.id) b
        cross join lateral (select count(*) as bidders from nft_margin where auction_id = u.id) m
        where (u.bids, u.highest, u.bidders) is distinct from (b.bids, b.highest, m.bidders)`,
    )),
    ...(await lines(
      'auction # is settled and margins lie in it',
      sql<{ id: bigint }>`
        select u.id from nft_auction u where u.is_settled and exists (
          select from nft_margin m where m.auction_id = u.id and m.status = 'held'
            and (u.status not in ('won', 'awaiting') or m.customer_id <> u.leader_id))`,
    )),
    ...(await lines(
      'artwork # is offered otherwise than its auction says',
      sql<{ id: bigint }>`
        select a.id from nft_artwork a left join nft_auction u on u.id = a.auction_id
        left join nft_order o on o.auction_id = u.id
        where (a.offer = 'auction') is distinct from coalesce(
          u.status in ('open', 'awaiting') or (u.status = 'won' and o.status = 'unpaid'), false)
          or (a.offer = 'auction' and u.status = 'open' and a.ends_at <> u.ends_at)`,
    )),
    ...(await transferErrors(db)),
  ]
}

/** Customers whose margins are not what lies in their account. */
async function moneyDifferences(db: Db): Promise<string[]> {
  const { rows } = await sql<{ customer: CustomerId; total: bigint }>`
    select customer_id as customer, sum(amount)::bigint as total from nft_margin
    where status = 'held' group by 1`.execute(db)
  const needed = new Map<AccountId, bigint>(rows.map(({ customer, total }) => [marginOf(customer), total]))
  return accountDifferences(db, [nftAccounts.margin.number], needed)
}

/** Orders that did not move what they say; what is older than every transfer that is still here left with its month. */
async function transferErrors(db: Db): Promise<string[]> {
  const { rows } = await sql<{ id: bigint }>`
    select o.id from nft_order o cross join lateral (
      select coalesce(sum(amount) filter (where reason = 'nft-payment'), 0)::bigint as price,
        coalesce(sum(amount) filter (where reason = 'nft-fee'), 0)::bigint as fee,
        coalesce(sum(amount) filter (where reason = 'nft-royalty'), 0)::bigint as royalty,
        coalesce(sum(amount) filter (where reason = 'nft-forfeit'), 0)::bigint as forfeited
      from transfer where reference = o.id) t
    where coalesce(o.placed_at >= (select min(created_at) from transfer), true)
      and (t.price, t.fee, t.royalty, t.forfeited) is distinct from (
        case o.status when 'paid' then o.price else 0 end, case o.status when 'paid' then o.fee else 0 end,
        case o.status when 'paid' then o.royalty else 0 end,
        case o.status when 'forfeited' then o.margin else 0 end)`.execute(db)
  return rows.map(({ id }) => `order ${id} moved other money than it says`)
}

/** The newest orders and auctions that the rules do not make, in words. */
export async function auditResults(db: Db, newest: number): Promise<string[]> {
  const wrong: string[] = []
  const { rows: orders } = await sql<{
    id: bigint
    price: bigint
    fee: bigint
    royalty: bigint
    royalty_bps: number
    royalty_to: bigint | null
  }>`
    select o.id, o.price, o.fee, o.royalty, o.royalty_to, a.royalty_bps from nft_order o
    join nft_artwork a on a.id = o.artwork_id order by o.id desc limit ${newest}`.execute(db)
  for (const { id, price, fee, royalty, royalty_bps, royalty_to } of orders) {
    const shares = sharesOf(price, { royaltyBps: royalty_bps, isArtistSelling: royalty_to === null })
    if (shares.fee !== fee || shares.royalty !== royalty) wrong.push(`order ${id}: its shares are others`)
  }
  const auctions = await db
    .selectFrom('nft_auction')
    .selectAll()
    .orderBy('id', 'desc')
    .limit(newest)
    .execute()
  for (const auction of auctions)
    if (!(await isAsBid(db, auction))) wrong.push(`auction ${auction.id}: its bids make others`)
  return wrong
}

/** Whether each bid of an auction was allowed after the one before, and moved its end as the rules say. */
async function isAsBid(
  db: Db,
  auction: {
    id: bigint
    start_price: bigint
    margin: bigint
    step: bigint
    planned_end: number
    ends_at: number
  },
): Promise<boolean> {
  const { start_price: startPrice } = auction
  if (auction.margin !== marginFor(startPrice) || auction.step !== stepOf(startPrice)) return false
  const bids = await db
    .selectFrom('nft_bid')
    .select(['price', 'ends_at', 'at'])
    .where('auction_id', '=', auction.id)
    .orderBy('price')
    .execute()
  let highest: bigint | null = null
  let endsAtMs: number | undefined
  for (const bid of bids) {
    if (bid.price < lowestBid({ highest, startPrice })) return false
    // An auction that stood still ends later than its first bids say.
    if (
      endsAtMs !== undefined &&
      endAfterBid({ endsAtMs, plannedEndMs: auction.planned_end }, bid.at) > bid.ends_at
    )
      return false
    highest = bid.price
    endsAtMs = bid.ends_at
  }
  return endsAtMs === undefined || endsAtMs <= auction.ends_at
}
