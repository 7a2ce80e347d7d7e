import { expect, test } from 'vitest'
import { type PageSlice, pageOf } from './page.ts'

const ids = Array.from({ length: 7 }, (_, n) => ({ id: BigInt(70 - n) }))

/** A table of seven rows, newest first. */
const load = async ({ after, offset, limit }: PageSlice) =>
  ids.filter(({ id }) => after === undefined || id < after[0]!).slice(offset, offset + limit)

const page = (input: { cursor?: string; page?: number; limit?: number }) =>
  pageOf({ page: 1, limit: 3, ...input }, ['id'], load, ({ id }) => Number(id))

test('the cursor leads through the whole list, each row once, and ends', async () => {
  const first = await page({})
  expect(first).toEqual({ items: [70, 69, 68], next: '68' })
  const second = await page({ cursor: first.next! })
  expect(second).toEqual({ items: [67, 66, 65], next: '65' })
  expect(await page({ cursor: second.next! })).toEqual({ items: [64], next: null })
})

test('a page number counts from the first row, and also gives a cursor to go on by', async () => {
  expect(await page({ page: 2 })).toEqual({ items: [67, 66, 65], next: '65' })
})

test('a last page that is full has no next one', async () => {
  expect(await page({ limit: 7 })).toMatchObject({ next: null })
})

test('a larger wish is capped', async () => {
  let asked = 0
  await pageOf(
    { page: 1, limit: 9_999 },
    ['id'],
    async (slice) => {
      asked = slice.limit
      return ids
    },
    ({ id }) => id,
  )
  expect(asked).toBe(201)
})

test('a key of several columns is one cursor', async () => {
  const rows = [
    { transfer: 9n, account: 4n },
    { transfer: 9n, account: 2n },
  ]
  const asked: PageSlice[] = []
  const read = (cursor?: string) =>
    pageOf(
      { page: 1, limit: 1, cursor },
      ['transfer', 'account'],
      async (slice) => {
        asked.push(slice)
        return rows
      },
      (row) => row,
    )
  expect((await read()).next).toBe('9.4')
  await read('9.4')
  expect(asked[1]).toEqual({ after: [9n, 4n], offset: 0, limit: 2 })
})

test('a cursor beyond every key begins at the first row', async () => {
  expect(await page({ cursor: '9'.repeat(19) })).toEqual(await page({}))
})

test.each([{ page: 1_000 }, { cursor: '1.2' }])(
  'refuses %o: too deep to count to, or no cursor of this list',
  async (input) => {
    await expect(page(input)).rejects.toMatchObject({ code: 'PARAMETER_ERROR' })
  },
)
