import { inviteCommission } from '#domain/invite/contract.ts'
import { commissionOn, paidFromMs } from '#domain/invite/rules.ts'
import { readAmount } from '#domain/money/read-amount.ts'
import { DAY_MS, startOfDayUtc } from '#domain/time.ts'
import { outsideAccount } from '#server/core/ledger/accounts.ts'
import { post } from '#server/core/ledger/ledger.ts'
import type { Db } from '#server/platform/db/database.ts'
import { nextId } from '#server/platform/ids.ts'
import type { ProductTesting } from '#server/testing/product-testing.ts'
import { insertCustomer } from '#server/users/store.ts'
import { feesOf, reserveOf } from './accounts.ts'
import { insertCommissions } from './store.ts'

const USDT = 'USDT'
const INVITER = 'inviter@invite.test'

/** A commission that is held, of somebody whom another invited; of a server that starts again it is there. */
async function makeCommission(db: Db, nowMs: number): Promise<void> {
  await db.transaction().execute(async (tx) => {
    if (await tx.selectFrom('customer').select('id').where('email', '=', INVITER).executeTakeFirst()) return
    const one = { mobile: null, passwordHash: '-', payPasswordHash: null, nickname: null, isDemo: true }
    const language = 'en' as const
    const inviter = await insertCustomer(
      tx,
      { ...one, language, email: INVITER, inviteCode: 'INVITER', invitedBy: null },
      nowMs,
    )
    const invited = await insertCustomer(
      tx,
      { ...one, language, email: 'invited@invite.test', inviteCode: 'INVITED', invitedBy: inviter! },
      nowMs,
    )
    const [fees, day] = [readAmount('60', USDT), startOfDayUtc(nowMs) - DAY_MS]
    const [id, amount] = [nextId(), commissionOn(fees)]
    const paid = { debit: outsideAccount(USDT), credit: feesOf(USDT), amount: fees, reference: id }
    const held = { debit: feesOf(USDT), credit: reserveOf(USDT), amount, reference: id }
    await post(
      tx,
      [
        { ...paid, reason: 'treasury-funding' },
        { ...held, reason: 'invite-reserve' },
      ],
      nowMs,
    )
    await insertCommissions(tx, [
      {
        ...{ id, inviter_id: inviter!, invited_id: invited!, earned_on: day, currency: USDT },
        ...{ fees, amount, value: amount, due_at: paidFromMs(day) },
      },
    ])
  })
}

export const inviteTesting: ProductTesting = {
  // Commission is no customer's to make: another's is any other record's id.
  calls: [{ call: inviteCommission, things: { id: 'openOrder' } }],
  start: ({ db, clock }) => makeCommission(db, clock.nowMs()),
}
