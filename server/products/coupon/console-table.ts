import { sql } from 'kysely'
import { consoleClaims, consoleCouponUses } from '#domain/coupon/console.ts'
import { formatAmount } from '#domain/money/read-amount.ts'
import { contactsOf } from '#server/console/customers.ts'
import { isNumber, readSql, tableRoutes } from '#server/console/table.ts'
import type { Route } from '#server/platform/http/route.ts'
import type { CampaignRow, CouponRow, UseRow } from './store.ts'
import { couponView } from './views.ts'

/** What operators see of customers' coupons, and of what these did in their orders. */

const claimRoutes = tableRoutes(
  consoleClaims,
  readSql<typeof consoleClaims, CouponRow & Pick<CampaignRow, 'name'>>({
    columns: sql`c.id, c.campaign_id, c.customer_id, c.kind, c.status, c.paid, c.claimed_at, c.expires_at, t.name,
      t.currency, t.share_bps, t.cap, t.term_days, t.daily_rate`,
    from: sql`coupon c join coupon_campaign t on t.id = c.campaign_id`,
    id: 'c.id',
    customer: 'c.customer_id',
    time: 'c.claimed_at',
    amount: 'c.paid',
    currency: 't.currency',
    // The id of a coupon, or of a campaign.
    search: (text) =>
      isNumber(text)
        ? [sql`c.id = ${BigInt(text)}::bigint`, sql`c.campaign_id = ${BigInt(text)}::bigint`]
        : [],
    where: ({ kind, status }) => [
      ...(kind === undefined ? [] : [sql`c.kind = ${kind}`]),
      ...(status === undefined ? [] : [sql`c.status = ${status}`]),
    ],
    async show(rows, { db }) {
      const contacts = await contactsOf(
        db,
        rows.map(({ customer_id }) => customer_id),
      )
      return rows.map((row) => {
        // As the job left it: what the filter of states finds.
        const view = couponView(row, undefined, row.claimed_at)
        return {
          ...{ customerId: String(row.customer_id), contact: contacts.get(row.customer_id)! },
          ...{ campaignId: String(row.campaign_id), name: row.name },
          ...{ id: view.id, kind: view.kind, currency: view.currency, sharePercent: view.sharePercent },
          ...{ cap: view.cap, status: row.status, paid: view.paid },
          ...{ claimedAtMs: view.claimedAtMs, expiresAtMs: view.expiresAtMs },
        }
      })
    },
  }),
)

const useRoutes = tableRoutes(
  consoleCouponUses,
  readSql<typeof consoleCouponUses, UseRow & { readonly id: bigint }>({
    columns: sql`u.*, u.order_id as id`,
    from: sql`coupon_use u`,
    id: 'u.order_id',
    customer: 'u.customer_id',
    time: 'u.made_at',
    amount: 'u.amount',
    currency: 'u.currency',
    // The id of an order, or of a coupon.
    search: (text) =>
      isNumber(text)
        ? [sql`u.order_id = ${BigInt(text)}::bigint`, sql`u.coupon_id = ${BigInt(text)}::bigint`]
        : [],
    where: ({ kind, status }) => [
      ...(kind === undefined ? [] : [sql`u.kind = ${kind}`]),
      ...(status === undefined ? [] : [sql`u.status = ${status}`]),
    ],
    async show(rows, { db }) {
      const contacts = await contactsOf(
        db,
        rows.map(({ customer_id }) => customer_id),
      )
      return rows.map((row) => ({
        ...{ id: String(row.order_id), customerId: String(row.customer_id) },
        ...{ contact: contacts.get(row.customer_id)!, couponId: String(row.coupon_id) },
        ...{ kind: row.kind, currency: row.currency, amount: formatAmount(row.amount, row.currency) },
        fee: row.fee === null ? null : formatAmount(row.fee, row.fee_currency!),
        ...{ feeCurrency: row.fee_currency, status: row.status },
        ...{ madeAtMs: row.made_at, atMs: row.decided_at ?? row.due_at },
      }))
    },
  }),
)

export const couponTableRoutes: Route[] = [...claimRoutes, ...useRoutes]
