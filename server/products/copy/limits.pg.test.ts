import { expect, test } from 'vitest'
import { firstCopyTerms } from '#domain/copy/offered-terms.ts'
import { contracts, copiesForFile, database, followerOf, lead, leadWith } from '#server/testing/copy.ts'
import { follow } from './service.ts'
import { insertCopyTerms } from './terms.ts'

/** How many leads somebody copies, and how many copy one lead. */

copiesForFile()

test('nobody copies more leads, and no lead is copied by more, than the terms say', async () => {
  const terms = { ...firstCopyTerms(), maxRelations: 2, maxFollowers: 2 }
  await database.db.transaction().execute((tx) => insertCopyTerms(tx, 2, terms, 1n, contracts.clock.nowMs()))
  const [second, third] = [await leadWith(contracts), await leadWith(contracts)]
  const { customer } = await followerOf(contracts, lead)
  const copying = ({ id }: typeof lead) =>
    follow(contracts, { customer }, { leadId: id, mode: 'amount', number: '100' })
  await copying(second)
  await expect(copying(third)).rejects.toMatchObject({
    ...{ code: 'TOO_MANY_RELATIONS', params: { maximum: 2 } },
  })
  await followerOf(contracts, lead)
  await expect(followerOf(contracts, lead)).rejects.toMatchObject({
    ...{ code: 'LEAD_FULL', params: { maximum: 2 } },
  })
})
